import { copyFileSync, readFileSync, writeFileSync } from "node:fs"
import { afterAll, beforeAll, expect, test } from "vitest"
import { copyDemo } from "./demo.ts"
import { workplace } from "./outlay.ts"

const here = workplace()
const { outlay, document, path } = here
afterAll(here.leave)

beforeAll(async () => {
  await copyDemo(here)
  await document(["backup", "sound.db"])
})

/** Location of the receipts of the copies. */
const files = ["--receipts-url", "folder:data/outlay-receipts"]

const url = (file: string) => ["--database-url", `sqlite:${file}`]

test.each([
  ["pages in the middle", 8_192 * 6, 8_192 * 40],
  ["the page of the schema", 100, 8_000],
])("verify reports damage in %s as JSON, and exits with 4", async (_, from, length) => {
  const bytes = readFileSync(path("sound.db"))
  bytes.fill(0xa5, from, from + length)
  writeFileSync(path("damaged.db"), bytes)
  const { code, out, err } = await outlay(["verify", "--json", ...url("damaged.db")])
  expect(code).toBe(4)
  expect(err).toContain("not match the ledger and the events")
  expect(err).not.toContain("report")
  const { verified, faults } = JSON.parse(out)
  expect(verified).toBe(false)
  expect(faults.join("\n")).toContain("the file is damaged: ")
})

test("verify prints the chain head and accepts it later; it refuses another one", async () => {
  const { out } = await outlay(["verify", ...url("sound.db")])
  const [, head = "", sequence, hash] =
    /head of business 1: ((\d+):([0-9a-f]{64}))/u.exec(out) ?? []
  const { heads } = await document(["verify", ...url("sound.db"), "--head", head])
  expect(heads).toEqual([{ client_id: 1, sequence: Number(sequence), hash }])
  copyFileSync(path("sound.db"), path("later.db"))
  const other = `${sequence}:${"0".repeat(64)}`
  const {
    code,
    err,
    out: text,
  } = await outlay([...["verify", ...url("later.db"), ...files, "--head", head, "--head", other]])
  expect({ code, err }).toMatchObject({
    code: 4,
    err: expect.stringContaining("1 item does not match"),
  })
  expect(text).toContain(`no event ${sequence} has the hash ${"0".repeat(64)}`)
  const wrong = await outlay(["verify", ...url("sound.db"), "--head", "12"])
  expect(wrong).toMatchObject({ code: 2, err: expect.stringContaining("Use SEQUENCE:HASH") })
})
