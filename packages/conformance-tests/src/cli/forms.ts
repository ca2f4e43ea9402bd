import { existsSync, mkdirSync } from "node:fs"
import { writeFile } from "node:fs/promises"
import { dirname, join, resolve } from "node:path"
import { badge } from "../reports/badge.ts"
import { github } from "../reports/github.ts"
import { html } from "../reports/html/html.ts"
import { junit } from "../reports/junit.ts"
import { markdown } from "../reports/markdown.ts"
import type { Report } from "../reports/report.ts"

export const forms = ["html", "junit", "json", "md", "github", "badge"] as const
export type Form = (typeof forms)[number]

const files: {
  readonly [form in Form]: { readonly name: string; readonly write: (report: Report) => string }
} = {
  html: { name: "report.html", write: html },
  junit: { name: "junit.xml", write: junit },
  json: { name: "report.json", write: (report) => `${JSON.stringify(report, null, 2)}\n` },
  md: { name: "report.md", write: markdown },
  github: { name: "summary.md", write: github },
  badge: { name: "badge.svg", write: badge },
}

/**
 * Creates a folder and its missing parents. Node's own `recursive` never ends in a folder of the
 * system in which none can be created, such as `/proc`.
 */
const makeFolder = (folder: string): void => {
  const path = resolve(folder)
  if (existsSync(path)) return
  makeFolder(dirname(path))
  try {
    mkdirSync(path)
  } catch (error) {
    // Another process may have created it in the meantime.
    if (!existsSync(path)) throw error
  }
}

/** Writes the report in these forms and returns the paths. */
export const writeReports = async (
  report: Report,
  requested: ReadonlyArray<Form>,
  folder: string,
): Promise<ReadonlyArray<string>> => {
  if (requested.length > 0) makeFolder(folder)
  return Promise.all(
    requested.map(async (form) => {
      const { name, write } = files[form]
      const path = join(folder, name)
      await writeFile(path, write(report))
      return path
    }),
  )
}
