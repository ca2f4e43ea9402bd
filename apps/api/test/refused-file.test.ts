import { readFileSync, symlinkSync, writeFileSync } from "node:fs"
import { afterAll, expect, test } from "vitest"
import { workplace } from "./outlay.ts"

const here = workplace()
const { outlay, document, path } = here
afterAll(here.leave)

test("import --refused does not overwrite a database or its own source", async () => {
  await document(["migrate"])
  await document(["business", "create", "Import"])
  await document(["backup", "kept.db"])
  writeFileSync(path("lines.ndjson"), `{"external_id": "e1"}\n`)
  symlinkSync(path("data/outlay.db"), path("link.db"))
  const rows: ReadonlyArray<readonly [string, string]> = [
    ["data/outlay.db", "is the database itself"],
    ["link.db", "is the database itself"],
    ["data/outlay.db-wal", "is the log of "],
    ["data/outlay.db-serving", "is the lock of the database"],
    ["kept.db", "is a database"],
    ["lines.ndjson", "is the file that is imported"],
  ]
  const contents = () => ["kept.db", "lines.ndjson"].map((name) => readFileSync(path(name)))
  const before = contents()
  for (const [file, sentence] of rows) {
    const command = ["import", "lines.ndjson", "--business", "1", "--refused", file]
    const { code, err } = await outlay(command)
    expect({ file, code, err }).toEqual({ file, code: 1, err: expect.stringContaining(sentence) })
    expect(err).toContain("Choose another file for --refused")
  }
  expect(contents()).toEqual(before)
  expect((await document(["business", "list"])).length).toBe(1)
})
