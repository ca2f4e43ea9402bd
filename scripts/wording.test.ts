import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { commentOffences, commentPhrases } from "./comments.ts"
import { phrases, wordingOffences } from "./wording.ts"

const root = join(import.meta.dirname, "..")
const tracked = execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" }).split("\n")

/** Documents that quote sentences of the interface. */
const quoting = /^docs\/(requirements\.md|conformance\.md|decisions\/)/u

/** Not read: tests, and the conformance suite, whose checks quote the interface in their titles. */
const unread = /\.test\.tsx?$|^packages\/conformance-|\/demo\/|-german\.ts$|\/german\.ts$/u

const read = tracked.filter(
  (path) =>
    (/^(docs\/|packages\/[^/]+\/|apps\/[^/]+\/|\.changeset\/)?[\w-]+\.md$/u.test(path) &&
      !/CHANGELOG\.md$/u.test(path) &&
      !quoting.test(path)) ||
    (/^(packages|apps)\/[\w-]+\/src\/.*\.tsx?$/u.test(path) && !unread.test(path)),
)

test("there are texts to read", () => {
  expect(read.length).toBeGreaterThan(40)
})

test("documents, notes and messages say what a native speaker writes", () => {
  const offences = read.flatMap((path) =>
    wordingOffences({ path, text: readFileSync(join(root, path), "utf8") }),
  )
  expect(offences).toEqual([])
})

test("comments and titles of tests, too", () => {
  const modules = tracked.filter((path) => /\.tsx?$/u.test(path))
  expect(modules.length).toBeGreaterThan(1_000)
  const offences = modules.flatMap((path) =>
    commentOffences({ path, text: readFileSync(join(root, path), "utf8") }),
  )
  expect(offences).toEqual([])
})

describe("the rule is alive", () => {
  test.each(phrases)("$banned: write $instead", ({ example }) => {
    expect(wordingOffences({ path: "docs/a.md", text: example })).not.toEqual([])
  })

  test.each(commentPhrases)("in comments, $banned: write $instead", ({ example }) => {
    expect(commentOffences({ path: "scripts/a.ts", text: `${example}\n` })).not.toEqual([])
  })

  test("in comments of JSX, too", () => {
    const text = "      {/* What was refused. */}\n"
    expect(commentOffences({ path: "apps/console/src/a.tsx", text })).toHaveLength(1)
  })

  test("in titles, with a table and without", () => {
    const title = "what was refused"
    const texts = [
      `test("${title}", () => {`,
      `  test.each([\n    [1],\n  ])("${title}", (n) => {`,
      `describe("${title}", () => {`,
    ]
    for (const text of texts) {
      expect(commentOffences({ path: "scripts/a.test.ts", text })).toHaveLength(1)
    }
  })

  test("not in code, quotations and questions", () => {
    const text =
      'const text = "What?"\n// "What is told" is quoted, and `told` is code.\n// What?\n'
    expect(commentOffences({ path: "scripts/a.ts", text })).toEqual([])
  })

  test("and does not read code, quotations or names of properties", () => {
    const quoted = 'The interface says "nobody". Call `judge`.\n\n```sh\nanew\n```\n'
    expect(wordingOffences({ path: "docs/a.md", text: quoted })).toEqual([])
    const texts = 'export const a = {\n  nobody: "No one",\n}\n'
    expect(wordingOffences({ path: "apps/console/src/texts/english.ts", text: texts })).toEqual([])
  })
})
