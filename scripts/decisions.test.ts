import { existsSync, globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"

const root = join(import.meta.dirname, "..")
const folder = join(root, "docs/decisions")
const names = globSync("*.md", { cwd: folder })
  .filter((name) => name !== "README.md")
  .sort()
const textOf = (name: string): string => readFileSync(join(folder, name), "utf8")
const titleOf = (name: string): string => textOf(name).split("\n", 1)[0]?.replace(/^# /u, "") ?? ""
const targetsOf = (markdown: string): ReadonlyArray<string> =>
  Array.from(markdown.matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/gu), ([, target]) => target ?? "")

/** The ids of requirements and the names of areas, as the conformance suite has them. */
const requirements = readFileSync(join(root, "docs/requirements.md"), "utf8")
const judged = new Set([
  ...Array.from(requirements.matchAll(/^\| `([^`]+)` \|/gmu), ([, id]) => id),
  ...Array.from(requirements.matchAll(/^## (\S+)$/gmu), ([, area]) => area),
])

/** The first words of a record's paragraphs that are set bold: its headings. */
const headingsOf = (markdown: string): ReadonlyArray<string> =>
  Array.from(markdown.matchAll(/^\*\*([^*]+)\.\*\*/gmu), ([, heading]) => heading ?? "")

const headings = ["Context", "Options", "Choice", "What is sent", "Consequences", "Where"]
const required = ["Context", "Choice", "Consequences"]

/** What a record's last paragraph names: paths of the repository, and what judges them. */
const named = (markdown: string): ReadonlyArray<string> => {
  const where = markdown.split("**Where.**")[1] ?? ""
  return Array.from(where.matchAll(/`([^`]+)`/gu), ([, name]) => name ?? "")
}
const isKnown = (name: string): boolean =>
  name.includes("/") ? existsSync(join(root, name)) : judged.has(name)

describe("decisions", () => {
  test("are numbered from 1, without a gap and without a number used twice", () => {
    expect(names.map((name) => name.slice(0, 5))).toEqual(
      names.map((_, index) => `${String(index + 1).padStart(4, "0")}-`),
    )
  })

  test("are in the index, each once, by their title, and nothing else is", () => {
    const [, table = ""] = textOf("README.md").split("## All records")
    const rows = Array.from(table.matchAll(/^\| \[(.+?)\]\((.+?)\) \| (.+) \|$/gmu))
    expect(rows.map(([, title, name]) => [name, title])).toEqual(
      names.map((name) => [name, titleOf(name)]),
    )
  })

  test("settle the gaps of the index, say so in both tables, and say where they are built", () => {
    const [gaps = "", records = ""] = textOf("README.md").split("## All records")
    const rows = Array.from(gaps.matchAll(/^\| (.+) \| (.+) \|$/gmu)).slice(1)
    expect(rows.length).toBeGreaterThan(25)
    expect(rows.filter(([, , settled = ""]) => targetsOf(settled).length === 0)).toEqual([])
    const settling = new Set(rows.flatMap(([, , settled = ""]) => targetsOf(settled)))
    const marked = Array.from(records.matchAll(/\((\S+?\.md)\) \| gap: /gu), ([, name]) => name)
    expect([...settling].sort()).toEqual(marked.sort())
    const nowhere = [...settling].filter((name) => !headingsOf(textOf(name)).includes("Where"))
    expect(nowhere).toEqual([])
  })
})

describe.each([...names, "README.md"])("%s", (name) => {
  test("links to what is there", () => {
    expect(targetsOf(textOf(name)).filter((to) => !existsSync(join(folder, to)))).toEqual([])
  })
})

describe.each(names)("%s", (name) => {
  const text = textOf(name)

  test("begins with its number and a title", () => {
    expect(text).toMatch(
      new RegExp(`^# ${name.slice(0, 4)} \\S.+\\n\\n\\*\\*Context\\.\\*\\* `, "u"),
    )
  })

  test("has its headings in their order", () => {
    const found = headingsOf(text)
    expect(headings.filter((heading) => found.includes(heading))).toEqual(found)
    expect(required.filter((heading) => !found.includes(heading))).toEqual([])
  })

  test("names code and requirements that are there", () => {
    expect(named(text).filter((each) => !isKnown(each))).toEqual([])
  })
})

test("a name that is not there is found", () => {
  const text =
    "**Where.** `packages/domain/src/topups/rules.ts`, `nowhere.ts/x`; judged by `topups.x`."
  expect(named(text).filter((each) => !isKnown(each))).toEqual(["nowhere.ts/x", "topups.x"])
})
