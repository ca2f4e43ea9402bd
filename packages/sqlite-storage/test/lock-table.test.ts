import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, test } from "vitest"
import { areUsersOfName } from "../src/lock-table.ts"

const folder = mkdtempSync(join(tmpdir(), "outlay-locks-"))
afterAll(() => rmSync(folder, { recursive: true }))
const file = join(folder, "outlay.db")
for (const path of [file, `${file}-shm`]) writeFileSync(path, "")

const inode = (path: string): number => statSync(path).ino
const reader = (process: number, path = file, bytes = "1073741826 1073742335") =>
  `1: POSIX  ADVISORY  READ ${process} fe:00:${inode(path)} ${bytes}`
const index = (process: number, bytes = "128 128") => reader(process, `${file}-shm`, bytes)

const rows: ReadonlyArray<readonly [string, ReadonlyArray<string>, boolean]> = [
  ["one process, by this name", [reader(10), index(10)], true],
  ["two processes, both by this name", [reader(10), index(11), index(10), reader(11)], true],
  ["one process, by another name", [reader(10)], false],
  ["two processes, one of them by another name", [reader(10), index(10), reader(11)], false],
  ["a process that is not visible", [], false],
  ["a process that is not visible, with a lock on the index alone", [index(10)], false],
  ["a process that locks another byte of the index", [reader(10), index(10, "124 124")], false],
  ["a process that locks the whole index", [reader(10), index(10, "0 EOF")], true],
  ["lines that are not locks", ["1: -> POSIX", reader(10), "", index(10)], true],
]
test.each(rows)("%s", (_, lines, areUsers) => {
  expect(areUsersOfName(file, lines.join("\n"))).toBe(areUsers)
})

test("a database without a log", () => {
  const other = join(folder, "other.db")
  writeFileSync(other, "")
  expect(areUsersOfName(other, reader(10, other))).toBe(false)
  expect(areUsersOfName(join(folder, "none.db"), reader(10))).toBe(false)
})
