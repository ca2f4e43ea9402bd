import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
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

describe("the rule is alive", () => {
  test.each(phrases)("$banned: write $instead", ({ example }) => {
    expect(wordingOffences({ path: "docs/a.md", text: example })).not.toEqual([])
  })

  test("and does not read code, quotations or names of properties", () => {
    const quoted = 'The interface says "nobody". Call `judge`.\n\n```sh\nanew\n```\n'
    expect(wordingOffences({ path: "docs/a.md", text: quoted })).toEqual([])
    const texts = 'export const a = {\n  nobody: "No one",\n}\n'
    expect(wordingOffences({ path: "apps/console/src/texts/english.ts", text: texts })).toEqual([])
  })
})
