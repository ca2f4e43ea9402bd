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

/** Requirement ids and names of areas in the conformance suite. */
const requirements = readFileSync(join(root, "docs/requirements.md"), "utf8")
const judged = new Set([
  ...Array.from(requirements.matchAll(/^\| `([^`]+)` \|/gmu), ([, id]) => id),
  ...Array.from(requirements.matchAll(/^## (\S+)$/gmu), ([, area]) => area),
])

/** Headings of a record: the bold first words of its paragraphs. */
const headingsOf = (markdown: string): ReadonlyArray<string> =>
  Array.from(markdown.matchAll(/^\*\*([^*]+)\.\*\*/gmu), ([, heading]) => heading ?? "")

const headings = ["Context", "Options", "Choice", "What is sent", "Consequences", "Where"]
const required = ["Context", "Choice", "Consequences"]

/** Paths, requirements and tests that the last paragraph of a record names. */
const named = (markdown: string): ReadonlyArray<string> => {
  const where = markdown.split("**Where.**")[1] ?? ""
  return Array.from(where.matchAll(/`([^`]+)`/gu), ([, name]) => name ?? "")
}
const isKnown = (name: string): boolean =>
  name.includes("/") ? existsSync(join(root, name)) : judged.has(name)

describe("decisions", () => {
  test("are numbered from 1, without gaps and duplicates", () => {
    expect(names.map((name) => name.slice(0, 5))).toEqual(
      names.map((_, index) => `${String(index + 1).padStart(4, "0")}-`),
    )
  })

  test("are in the index once each, by title, and nothing else is", () => {
    const [, table = ""] = textOf("README.md").split("## All records")
    const rows = Array.from(table.matchAll(/^\| \[(.+?)\]\((.+?)\) \| (.+) \|$/gmu))
    expect(rows.map(([, title, name]) => [name, title])).toEqual(
      names.map((name) => [name, titleOf(name)]),
    )
  })

  test("settle the gaps of the index, and name where they are built", () => {
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
  test("has no dead link", () => {
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

  test("names code and requirements that exist", () => {
    expect(named(text).filter((each) => !isKnown(each))).toEqual([])
  })
})

test("a name that does not exist is found", () => {
  const text =
    "**Where.** `packages/domain/src/topups/rules.ts`, `nowhere.ts/x`; judged by `topups.x`."
  expect(named(text).filter((each) => !isKnown(each))).toEqual(["nowhere.ts/x", "topups.x"])
})
