import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"

const root = join(import.meta.dirname, "..")
const text = readFileSync(join(root, "docs/reliability.md"), "utf8")

/** Rows of the table: each promise, and the tests named for it. */
const promises = Array.from(text.matchAll(/^\| (?!Promise \|)(.+) \| (.+) \|$/gmu)).map(
  ([, promise = "", proof = ""]) => ({
    promise,
    tests: Array.from(proof.matchAll(/`([^`]+)`/gu), ([, path = ""]) => path),
  }),
)

const isTest = (path: string): boolean => path.endsWith(".test.ts") && existsSync(join(root, path))

test("every promise about faults names existing tests", () => {
  expect(promises.length).toBeGreaterThan(30)
  const unproved = promises.filter(({ tests }) => tests.length === 0 || !tests.every(isTest))
  expect(unproved).toEqual([])
})

test("untested faults are listed, and the page is short enough to read", () => {
  expect(text).toMatch(/^## Not tested\n\n- /mu)
  expect(text.trimEnd().split("\n").length).toBeLessThanOrEqual(200)
})

test("a missing test is found", () => {
  expect(isTest("apps/api/test/serve.test.ts")).toBe(true)
  expect(["apps/api/test/nowhere.test.ts", "apps/api/test/outlay.ts"].some(isTest)).toBe(false)
})
