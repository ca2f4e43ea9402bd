import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { makeClient } from "@outlay/client"
import { afterAll, beforeAll, expect, test } from "vitest"
import { workplace } from "./outlay.ts"
import { pdf, png, spending } from "./receipts.ts"
import { type Service, startService } from "./service.ts"

const here = workplace()
const { outlay, document, path } = here
let service: Service
let folder: string
let place: ReadonlyArray<string>
let ids: ReadonlyArray<string>
beforeAll(async () => {
  await document(["migrate"])
  service = await startService(path("data/outlay.db"))
  place = ["--receipts-url", `folder:${service.receipts}`]
  const { tom, client_id, spend } = await spending(service)
  const client = makeClient({ baseUrl: service.url, token: tom.token }).promise
  const params = { client_id, transaction_id: await spend("kept") }
  const one = await client.receipts.create({ params, body: pdf })
  const two = await client.receipts.create({ params, body: png("kept") })
  ids = [one.id, two.id].toSorted()
  folder = join(service.receipts, String(client_id))
})
afterAll(async () => {
  await service?.stop()
  here.leave()
})

const files = () => readdirSync(folder).toSorted()

test("a backup has the receipt files next to it, and restore restores them", async () => {
  expect(await document(["verify", ...place])).toMatchObject({ verified: true, receipts: 2 })
  await document(["backup", "monday.db", ...place])
  const [business = ""] = readdirSync(path("monday-receipts")).filter((_) => !_.startsWith("."))
  expect(readdirSync(path(`monday-receipts/${business}`)).toSorted()).toEqual(files())
  // A second backup with --force does not copy existing files again.
  await document(["backup", "monday.db", "--force", ...place])
  await document(["restore", "monday.db", "--database-url", "sqlite:restored/outlay.db"])
  expect(readdirSync(path(`restored/outlay-receipts/${business}`)).toSorted()).toEqual(files())
  const verified = await document(["verify", "--database-url", "sqlite:restored/outlay.db"])
  expect(verified).toMatchObject({ verified: true, receipts: 2 })
  expect(existsSync(path("data/outlay-receipts"))).toBe(false)
})

test("verify reports a receipt whose file is altered, and one whose file is missing", async () => {
  const [first = "", second = ""] = readdirSync(path("restored/outlay-receipts/1")).toSorted()
  writeFileSync(path(`restored/outlay-receipts/1/${first}`), "%PDF-1.7 altered")
  rmSync(path(`restored/outlay-receipts/1/${second}`))
  const args = ["verify", "--database-url", "sqlite:restored/outlay.db"]
  const { code, out, err } = await outlay([...args, "--json"])
  expect(code).toBe(4)
  expect(err).toContain("2 items do not match")
  const { verified, unexplained, first_unexplained } = JSON.parse(out)
  expect({ verified, unexplained }).toEqual({ verified: false, unexplained: 2 })
  const named = first_unexplained.map(({ resource, id }: { resource: string; id: string }) => [
    resource,
    id,
  ])
  expect(named.toSorted()).toEqual(ids.map((id) => ["receipts", id]))
  const output = (await outlay(args)).out
  expect(output).toContain("missing")
  expect(output).toMatch(/receipts\s+\S+\s+file/u)
  // Damaged files are not backed up, and do not prevent the rest of the backup.
  const again = await outlay(["backup", "bad.db", "--database-url", "sqlite:restored/outlay.db"])
  expect(again.code).toBe(4)
  const { backup, last_success } = JSON.parse(
    readFileSync(path("restored/outlay.db-status"), "utf8"),
  )
  expect({ backup, last_success }).toMatchObject({
    backup: { succeeded: false },
    last_success: null,
  })
  expect(again.err).toContain("backed up as bad.db, but 2 of 2 receipt files are missing or")
})

test("a backup repairs a truncated receipt in it, and a restore reports other errors", async () => {
  await document(["backup", "tuesday.db", ...place])
  const [first = "", second = ""] = readdirSync(path("tuesday-receipts/1")).toSorted()
  const at = (name: string) => path(`tuesday-receipts/1/${name}`)
  const whole = readFileSync(at(first))
  writeFileSync(at(first), whole.subarray(0, 1))
  await document(["backup", "tuesday.db", "--force", ...place])
  expect(readFileSync(at(first))).toEqual(whole)
  // The size is the same, so only a check of the content finds it.
  writeFileSync(at(first), Buffer.alloc(whole.length))
  rmSync(at(second))
  const url = "sqlite:wednesday/outlay.db"
  const restored = await outlay(["restore", "tuesday.db", "--database-url", url])
  expect(restored.code).toBe(4)
  expect(restored.err).toContain("is restored as wednesday/outlay.db, but 2 of 2 receipt files")
  expect(await document(["business", "list", "--database-url", url])).toBeDefined()
})

test.each([
  "folder",
  "s3:nowhere",
  "s3:https://s3.example.com/bucket",
  "s3:https://key:secret@s3.example.com/",
  "s3:https://key:secret@s3.example.com/bucket?acl=public",
])("%s is not a valid location of receipts, and is not printed", async (url) => {
  const { code, err } = await outlay(["verify", "--receipts-url", url])
  expect(code).toBe(2)
  expect(err).toContain("must be folder:<folder>, or s3:")
  expect(err).not.toContain("key:secret@s3.example.com")
})
