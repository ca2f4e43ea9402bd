import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, test } from "vitest"
import { makeFolder } from "./make-folder.ts"

const root = mkdtempSync(join(tmpdir(), "outlay-folder-"))
afterAll(() => rmSync(root, { recursive: true, force: true }))

test("a folder is created with its parents, and creating it again has no effect", () => {
  const folder = join(root, "a", "b", "c")
  makeFolder(folder, 0o700)
  makeFolder(folder, 0o700)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
})

test("a file in its place is an error", () => {
  writeFileSync(join(root, "file"), "")
  expect(() => makeFolder(join(root, "file", "below"))).toThrow(/ENOTDIR/u)
})

test.skipIf(!existsSync("/proc/self"))("a folder that the system refuses is an error", () => {
  expect(() => makeFolder("/proc/outlay/below")).toThrow(/ENOENT/u)
})
