import { createHash } from "node:crypto"
import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { makeClient } from "@outlay/client"
import { afterAll, beforeAll, expect, test } from "vitest"
import { pdf, png, spending } from "./receipts.ts"
import { type Service, startService } from "./service.ts"

let service: Service
let world: Awaited<ReturnType<typeof spending>>
beforeAll(async () => {
  service = await startService()
  world = await spending(service)
})
afterAll(() => service?.stop())

const as = ({ token }: { readonly token: string }) =>
  makeClient({ baseUrl: service.url, token }).promise

/** Returns the stored files of a content. A removed file disappears after some time. */
const filesOf = async (client_id: number, bytes: Uint8Array): Promise<ReadonlyArray<string>> => {
  const sha256 = createHash("sha256").update(bytes).digest("hex")
  const all = await readdir(join(service.receipts, String(client_id))).catch(() => [])
  return all.filter((name) => name.includes(sha256))
}

const failure = (call: Promise<unknown>) =>
  call.then(
    () => "succeeded",
    ({ status, code }: { status: number; code: string }) => `${status} ${code}`,
  )

test("a file is attached, listed, read and removed, together with its URL", async () => {
  const { tom, client_id, spend } = world
  const at = { client_id, transaction_id: await spend("whole life") }
  const client = as(tom)
  const form = new FormData()
  form.append("file", new Blob([png("life")]), "lunch.png")
  const { status, body: receipt } = await client.receipts.create.withResponse({
    params: at,
    body: form,
  })
  expect(status).toBe(201)
  expect(receipt).toMatchObject({ media_type: "image/png", name: "lunch.png", duplicate_of: null })
  expect(receipt.size).toBe(png("life").length)
  expect((await client.transactions.get({ params: at })).receipt_urls).toEqual([receipt.url])
  expect(await client.receipts.list({ params: at })).toMatchObject({ count: 1, results: [receipt] })
  const params = { ...at, receipt_id: receipt.id }
  const { headers, body } = await client.receipts.get.withResponse({ params })
  expect(new Uint8Array(await body.arrayBuffer())).toEqual(png("life"))
  expect(Object.fromEntries(headers)).toMatchObject({
    "content-type": "image/png",
    "content-disposition": 'attachment; filename="lunch.png"',
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
    etag: `"${receipt.sha256}"`,
  })
  const served = await fetch(`${service.url}${receipt.url}`, {
    headers: { Authorization: `Bearer ${tom.token}`, "If-None-Match": `"${receipt.sha256}"` },
  })
  expect(served.status).toBe(304)
  await client.receipts.remove({ params })
  expect((await client.transactions.get({ params: at })).receipt_urls).toEqual([])
  expect(await failure(client.receipts.get({ params }))).toBe("404 not_found")
  await expect.poll(() => filesOf(client_id, png("life"))).toEqual([])
})

test("a receipt completes an expense, and removing it makes it incomplete", async () => {
  const { tom, client, client_id, params, spend } = world
  const at = { client_id, transaction_id: await spend("completes") }
  const category_id = (await client.categories.list({ params })).results[0]?.id ?? ""
  const body = { line_items: [{ amount: 10, category_id }] }
  await client.expenses.update({ params: at, body })
  const { id } = await as(tom).receipts.create({ params: at, body: pdf })
  const of = async () => (await client.transactions.get({ params: at })).expense_status
  expect(await of()).toBe("COMPLETE")
  await as(tom).receipts.remove({ params: { ...at, receipt_id: id } })
  expect(await of()).toBe("INCOMPLETE_EXPENSE")
})

test("identical files are stored once, and refer to the earlier transaction", async () => {
  const { tom, client_id, spend } = world
  const client = as(tom)
  const one = { client_id, transaction_id: await spend("same 1") }
  const two = { client_id, transaction_id: await spend("same 2") }
  const bytes = png("same")
  const create = (params: typeof one, name: string) =>
    client.receipts.create.withResponse({ params, body: bytes, query: { name } })
  const first = await create(one, "a.png")
  const again = await create(one, "b.png")
  const other = await create(two, "c.png")
  expect([first.status, again.status, other.status]).toEqual([201, 200, 200])
  expect(again.body).toEqual(first.body)
  expect(other.body).toMatchObject({ name: "a.png", duplicate_of: one.transaction_id })
  expect((await client.transactions.get({ params: two })).receipt_urls).toEqual([other.body.url])
  expect(await client.receipts.list({ params: one })).toMatchObject({
    results: [{ duplicate_of: two.transaction_id }],
  })
  await expect.poll(() => filesOf(client_id, bytes)).toHaveLength(1)
  // The file exists as long as one of the receipts.
  await client.receipts.remove({ params: { ...one, receipt_id: first.body.id } })
  const left = await client.receipts.get({ params: { ...two, receipt_id: other.body.id } })
  expect(left.size).toBe(bytes.length)
  await client.receipts.remove({ params: { ...two, receipt_id: other.body.id } })
  await expect.poll(() => filesOf(client_id, bytes)).toEqual([])
})

test("a receipt among identical ones refers to the oldest of the others", async () => {
  const { tom, client_id, spend } = world
  const client = as(tom)
  const body = png("many")
  const ids: Array<string> = []
  for (const n of [0, 1, 2, 3]) ids.push(await spend(`many ${n}`))
  const attach = (transaction_id = "") =>
    client.receipts.create({ params: { client_id, transaction_id }, body })
  const shown = async (transaction_id = "") => {
    const { results } = await client.receipts.list({ params: { client_id, transaction_id } })
    return results.map(({ duplicate_of }) => duplicate_of)
  }
  const receipts = []
  for (const id of ids) receipts.push(await attach(id))
  const [first, second, , fourth] = ids
  expect(receipts.map(({ duplicate_of }) => duplicate_of)).toEqual([null, first, first, first])
  expect(await attach(fourth)).toEqual(receipts[3])
  expect([await shown(first), await shown(second)]).toEqual([[second], [first]])
  expect(await shown(fourth)).toEqual([first])
  for (const [n, { id }] of receipts.entries()) {
    await expect.poll(() => filesOf(client_id, body)).toHaveLength(1)
    const transaction_id = ids[n] ?? ""
    await client.receipts.remove({ params: { client_id, transaction_id, receipt_id: id } })
    if (n < 2) expect(await shown(fourth)).toEqual([ids[n + 1]])
  }
  await expect.poll(() => filesOf(client_id, body)).toEqual([])
})

test("reading the file requires the same right as its transaction", async () => {
  const { admin, tom, kim, lee, client_id, spend } = world
  const params = { client_id, transaction_id: await spend("rights") }
  const body = png("rights")
  const tries = await Promise.all(
    [admin, kim, lee].map(({ token }) =>
      failure(as({ token }).receipts.create({ params, body: png(`rights ${token}`) })),
    ),
  )
  expect(tries).toEqual(["succeeded", "403 permission_denied", "404 not_found"])
  const { id } = await as(tom).receipts.create({ params, body })
  const of = { ...params, receipt_id: id }
  for (const read of [admin, tom, kim])
    expect((await as(read).receipts.get({ params: of })).size).toBe(body.length)
  expect(await failure(as(lee).receipts.get({ params: of }))).toBe("404 not_found")
  expect(await failure(as(lee).receipts.list({ params }))).toBe("404 not_found")
  expect(await failure(as(kim).receipts.remove({ params: of }))).toBe("403 permission_denied")
  expect(await failure(as(lee).receipts.remove({ params: of }))).toBe("404 not_found")
})

test("a receipt cannot be read by another business or through another transaction", async () => {
  const { tom, client_id, spend } = world
  const other = await spending(service, "Elsewhere")
  const params = { client_id, transaction_id: await spend("tenants") }
  const theirs = { client_id: other.client_id, transaction_id: await other.spend("theirs") }
  const body = png("tenants")
  const { id } = await as(tom).receipts.create({ params, body })
  const { id: own } = await as(other.tom).receipts.create({ params: theirs, body })
  const sought = [
    { ...theirs, receipt_id: id },
    { ...params, client_id: other.client_id, receipt_id: id },
    { ...theirs, transaction_id: params.transaction_id, receipt_id: own },
  ]
  for (const each of sought) {
    expect(await failure(as(other.admin).receipts.get({ params: each }))).toBe("404 not_found")
    expect(await failure(as(other.admin).receipts.remove({ params: each }))).toBe("404 not_found")
  }
  const next = { client_id, transaction_id: await spend("tenants 2") }
  expect(await failure(as(tom).receipts.get({ params: { ...next, receipt_id: id } }))).toBe(
    "404 not_found",
  )
  const reached = as(other.admin).receipts.get({ params: { ...params, receipt_id: id } })
  expect(await failure(reached)).toBe("403 forbidden")
  // The same content in another business has its own file, and is not a duplicate.
  const listed = await as(other.tom).receipts.list({ params: theirs })
  expect(listed.results).toMatchObject([{ id: own, duplicate_of: null }])
  const [file = ""] = await filesOf(other.client_id, body)
  const stored = await readFile(join(service.receipts, String(other.client_id), file))
  expect(new Uint8Array(stored)).toEqual(body)
})

test("a dry run saves nothing, and an idempotency key is stored with its file", async () => {
  const { tom, client, client_id, spend } = world
  const params = { client_id, transaction_id: await spend("dry") }
  const body = png("dry")
  const dry = await as(tom).receipts.create.withResponse({ params, body, query: { dry_run: true } })
  expect([dry.status, dry.headers.get("dry-run")]).toEqual([201, "true"])
  expect(await client.receipts.list({ params })).toMatchObject({ count: 0 })
  await expect.poll(() => filesOf(client_id, body)).toEqual([])
  const headers = { "Idempotency-Key": "receipt-1" }
  const first = await as(tom).receipts.create.withResponse({ params, body, headers })
  const again = await as(tom).receipts.create.withResponse({ params, body, headers })
  expect([first.status, again.status]).toEqual([201, 201])
  expect(again.headers.get("idempotent-replayed")).toBe("true")
  expect(again.body).toEqual(first.body)
  const reused = as(tom).receipts.create({ params, body: png("dry 2"), headers })
  expect(await failure(reused)).toBe("422 idempotency_key_reused")
  await expect.poll(() => filesOf(client_id, body)).toHaveLength(1)
})

test("a URL removed by a change can be added again until its receipt is removed", async () => {
  const { tom, client, client_id, spend } = world
  const params = { client_id, transaction_id: await spend("rejoins") }
  const body = png("rejoins")
  const { id, url } = await as(tom).receipts.create({ params, body })
  await as(tom).expenses.update({ params, body: { receipt_urls: [] } })
  expect((await client.receipts.list({ params })).count).toBe(1)
  const again = await as(tom).receipts.create.withResponse({ params, body })
  expect([again.status, again.body.id]).toEqual([200, id])
  expect((await client.transactions.get({ params })).receipt_urls).toEqual([url])
})

test("a receipt causes two events: its own and one of its transaction", async () => {
  const { tom, client, client_id, params, spend } = world
  const at = { client_id, transaction_id: await spend("told") }
  const [from] = [(await client.events.list({ params, query: { limit: 1 } })).count]
  const { id } = await as(tom).receipts.create({ params: at, body: png("told") })
  await as(tom).receipts.remove({ params: { ...at, receipt_id: id } })
  const { results } = await client.events.list({ params, query: { after_sequence: from } })
  expect(results.map(({ type }) => type)).toEqual([
    "receipt.created",
    "transaction.updated",
    "receipt.deleted",
    "transaction.updated",
  ])
})
