import { readdir, readFile, rm, truncate, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { StorageUnavailable } from "@outlay/domain"
import { Effect } from "effect"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { png, spending } from "./receipts.ts"
import { type Service, startService } from "./service.ts"

/** Outcome of the next units of work: unchanged, or an error after or before the commit. */
let end: "as they do" | "unknown after the commit" | "not saved" = "as they do"
let service: Service
let world: Awaited<ReturnType<typeof spending>>
let path: string

beforeAll(async () => {
  service = await startService(":memory:", undefined, {
    units: (own) => ({
      ...own,
      atomically: (work, of) => {
        if (end === "not saved") return Effect.fail(new StorageUnavailable({ reason: "full" }))
        const unknown = new StorageUnavailable({ reason: "cut off", isUnknown: true })
        return Effect.tap(own.atomically(work, of), () =>
          end === "as they do" ? Effect.void : Effect.fail(unknown),
        )
      },
    }),
  })
})
beforeEach(async () => {
  end = "as they do"
  world = await spending(service, `Business ${Math.random()}`)
  path = await receiptsOf("first")
})
afterAll(() => service?.stop())

const receiptsOf = async (name: string) =>
  `/v2/businesses/${world.client_id}/transactions/${await world.spend(name)}/receipts`

const ask = async (at: string, init: RequestInit = {}) => {
  const headers = { Authorization: `Bearer ${world.tom.token}`, ...init.headers }
  const response = await fetch(service.url + at, { ...init, headers })
  const bytes = Buffer.from(await response.arrayBuffer())
  const isJson = response.headers.get("content-type")?.includes("json")
  return { status: response.status, bytes, json: isJson ? JSON.parse(bytes.toString()) : {} }
}

const attach = (bytes: Uint8Array<ArrayBuffer>, at = path, headers = {}) =>
  ask(at, { method: "POST", headers: { "Content-Type": "image/png", ...headers }, body: bytes })

const files = async () => {
  const folder = join(service.receipts, String(world.client_id))
  const names = await readdir(folder).catch(() => [])
  return names.map((name) => join(folder, name))
}

test("a receipt retains its file if the response of its commit was lost", async () => {
  const key = { "Idempotency-Key": "once" }
  end = "unknown after the commit"
  const unknown = await attach(png(), path, key)
  expect([unknown.status, unknown.json.code]).toEqual([503, "storage_unavailable"])
  expect(unknown.json.detail).toContain("It is unknown whether the request was saved.")
  end = "as they do"
  const { results } = (await ask(path)).json
  expect((await ask(results[0].url)).bytes.equals(png())).toBe(true)
  const again = await attach(png(), path, key)
  expect(again.status).toBe(201)
  expect((await ask(again.json.url)).bytes.equals(png())).toBe(true)
  // The file of the retry is not needed.
  await expect.poll(async () => (await files()).length).toBe(1)
})

test("a file is removed if its receipt was certainly not saved", async () => {
  end = "not saved"
  expect((await attach(png())).status).toBe(503)
  await expect.poll(files).toEqual([])
})

const damages: ReadonlyArray<readonly [string, (file: string) => Promise<void>]> = [
  ["missing", (file) => rm(file)],
  ["truncated", (file) => truncate(file, 10)],
  ["overwritten", (file) => writeFile(file, png("OTHER"))],
]

test.each(damages)("a file that is %s is restored by a new upload", async (_, damage) => {
  const bytes = png("bytes")
  const { json: first } = await attach(bytes)
  const [file = ""] = await files()
  await damage(file)
  const second = await receiptsOf("second")
  // A dry run changes nothing.
  expect((await attach(bytes, `${second}?dry_run=true`)).status).toBe(200)
  expect(await readFile(file).catch(() => null)).not.toEqual(Buffer.from(bytes))
  const again = await attach(bytes, second)
  expect([again.status, again.json.duplicate_of]).toEqual([200, first.transaction_id])
  for (const { url } of [first, again.json]) {
    expect((await ask(url)).bytes.equals(bytes)).toBe(true)
  }
  await expect.poll(files).toEqual([file])
  const text = `The file of receipt ${first.id} was lost or damaged: it is restored`
  expect(service.logged.map((entry) => entry.text)).toContain(text)
})
