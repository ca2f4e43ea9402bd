import { globSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"

/** Root of the workspace, also from the file into which VitePress bundles this module. */
export const root = join(import.meta.dirname, "../../..")
export const docs = join(root, "docs")

const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))

/** URL of the repository, which shows sources that are not pages of the site. */
export const repository: string = manifest.repository.url.replace(/^git\+|\.git$/gu, "")

const titleOf = (page: string): string =>
  /^# (.+)$/mu.exec(readFileSync(join(docs, `${page}.md`), "utf8"))?.[1] ?? page

/** Pages of `docs/` in the order of the navigation. */
export const sections: Readonly<Record<string, ReadonlyArray<string>>> = {
  "Start here": ["installing", "concepts", "glossary", "console"],
  Tutorials: ["tutorial-service", "tutorial-engine", "tutorial-conformance"],
  "Run it": ["operating", "replication", "importing", "scaling", "reliability", "releasing"],
  "Call it": ["integrating", "other-languages"],
  "Test your own": ["implementers", "requirements", "conformance"],
  "Under the hood": ["architecture", "verify", "storage", "adding-a-resource"],
}

const records = globSync("decisions/[0-9]*.md", { cwd: docs })
  .sort()
  .map((path) => `decisions/${basename(path, ".md")}`)

const item = (page: string) => ({ text: titleOf(page), link: `/${page}` })

export const sidebar = [
  ...Object.entries(sections).map(([text, pages]) => ({ text, items: pages.map(item) })),
  {
    text: "Decisions",
    collapsed: true,
    items: [{ text: "All decisions", link: "/decisions/" }, ...records.map(item)],
  },
]
