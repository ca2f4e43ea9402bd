/**
 * Lists generated from the files of the workspace: exports of the domain's resources, its services,
 * and the order of its folders. `pnpm goldens` writes them; `registers.test.ts` compares them.
 */
import { globSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { floors } from "./circles.ts"
import type { Source } from "./tidy.ts"

const domain = "packages/domain/src/"

/** Files of every resource that each entry point of the domain exports, and how. */
const entrances = {
  "fields.ts": /^core\/records\/[a-z-]+\.ts$/u,
  "rules.ts": /^[a-z-]+\/rules\.ts$/u,
  "ports.ts": /^(?!(core|rights)\/)[a-z-]+\/looks\.ts$/u,
  "refusals.ts": /^[a-z-]+\/errors\.ts$/u,
} as const

/** Services that programs start separately; they are not part of `Services`. */
const apart = new Set(["Messages", "SandboxClock", "WebhookDeliveries"])

const serviceClass = /^export class (\w+) extends Context\.Service</mu

const pathOf = (line: string): string => /from "\.\/([^"]+)\.ts"$/u.exec(line)?.[1] ?? ""

/** Adds lines to a list of exports, each before the first line that sorts after it. */
export const withLines = (text: string, lines: ReadonlyArray<string>): string =>
  lines
    .filter((line) => !text.includes(pathOf(line)))
    .reduce((before, line) => {
      const all = before.split("\n")
      const after = all.findIndex((each) => pathOf(each) > pathOf(line))
      const at = after === -1 ? all.length - 1 : after
      return [...all.slice(0, at), line, ...all.slice(at)].join("\n")
    }, text)

interface Service {
  readonly path: string
  readonly name: string
}

const servicesOf = (files: ReadonlyArray<Source>): ReadonlyArray<Service> =>
  files
    .flatMap(({ path, text }) => {
      const name = /\/service(-\w+)?\.ts$/u.test(path) ? serviceClass.exec(text)?.[1] : undefined
      return name === undefined || apart.has(name) ? [] : [{ path, name }]
    })
    .sort((a, b) => (a.path.replace(".ts", "") < b.path.replace(".ts", "") ? -1 : 1))

/** Returns the text of `packages/domain/src/services.ts`. */
export const servicesText = (services: ReadonlyArray<Service>): string =>
  [
    "// Written by `pnpm goldens` from the files of this folder.",
    ...services.map(({ path, name }) => `import { ${name} } from "./${path}"`),
    "",
    "/** Every service of the domain. */",
    "export const services = {",
    ...services.map(({ name }) => `  ${name},`),
    "}",
    "",
  ].join("\n")

/** Generated lists of the domain, by name. */
export const domainLists = (
  files: ReadonlyArray<Source>,
  textOf: (name: string) => string,
): ReadonlyArray<Source> => {
  const services = servicesOf(files)
  const front = services.map(({ path, name }) => `export { ${name} } from "./${path}"`)
  return [
    { path: "services.ts", text: servicesText(services) },
    { path: "index.ts", text: withLines(textOf("index.ts"), front) },
    ...Object.entries(entrances).map(([path, shown]) => {
      const paths = files.filter((file) => shown.test(file.path)).map((file) => file.path)
      const lines = paths.map((each) => `export * from "./${each}"`)
      return { path, text: withLines(textOf(path), lines) }
    }),
  ]
}

/** Returns the text of `docs/architecture.md` with the folders of the domain in order. */
export const architectureText = (text: string, sources: ReadonlyArray<Source>): string =>
  text.replace(
    /(\nthe lines above it:\n\n```\n)[^`]*(\n```\n)/u,
    (_, before: string, after: string) => before + floors(sources).join("\n") + after,
  )

/** Returns every generated file with its expected text. */
export const registers = (root: string): ReadonlyArray<Source> => {
  const sources = globSync(`${domain}**/*.ts`, { cwd: root }).map((path) => ({
    path,
    text: readFileSync(join(root, path), "utf8"),
  }))
  const code = sources.filter(({ path }) => !path.endsWith(".test.ts"))
  const architecture = "docs/architecture.md"
  const files = code.map(({ path, text }) => ({ path: path.slice(domain.length), text }))
  const textOf = (path: string) => readFileSync(join(root, path), "utf8")
  return [
    ...domainLists(files, (name) => textOf(`${domain}${name}`)).map(({ path, text }) => ({
      path: `${domain}${path}`,
      text,
    })),
    { path: architecture, text: architectureText(textOf(architecture), code) },
  ]
}

if (import.meta.main) {
  const root = join(import.meta.dirname, "..")
  for (const { path, text } of registers(root)) writeFileSync(join(root, path), text)
}
