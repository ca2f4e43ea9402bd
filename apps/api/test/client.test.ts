import { Client, makeClient, ProblemError } from "@outlay/client"
import { Effect, Stream } from "effect"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { makeBusiness, operatorOf } from "./business.ts"
import { type Service, startService } from "./service.ts"

let service: Service
let baseUrl: string
let token: string
let params: { readonly client_id: number; readonly budget_id: string }

const body = { amount: 12.34, description: "Travel" }

/** Creates a business with one user and one budget, as the operator and as the user. */
beforeAll(async () => {
  service = await startService()
  baseUrl = service.url
  const { client_id, params: business, person } = await makeBusiness(service)
  const ann = await person("Ann")
  token = ann.token
  const budget = await ann.as.budgets.create({
    params: business,
    body: {
      name: "Travel",
      reset_amount: 1_000,
      reset_period: "MONTHLY",
      has_member_limits: false,
      rollover_funds: false,
      members: [{ user: { id: ann.id } }],
      owners: [{ user: { id: ann.id } }],
    },
  })
  params = { client_id, budget_id: budget.id }
})

afterAll(() => service?.stop())

/** A fetch that loses its first response. */
const losingFirst = () => {
  const keys: Array<string | null> = []
  const fetch = async (url: string, init: RequestInit) => {
    keys.push(new Headers(init.headers).get("idempotency-key"))
    const response = await globalThis.fetch(url, init)
    if (keys.length === 1) throw new TypeError("connection reset")
    return response
  }
  return { keys, fetch: fetch as typeof globalThis.fetch }
}

describe("the client and the service", () => {
  test("a topup whose response was lost is made once", async () => {
    const { keys, fetch } = losingFirst()
    const client = makeClient({
      baseUrl,
      token,
      fetch,
      retry: { initialDelay: "1 millis" },
    }).promise
    const before = await client.budgets.get({ params })
    expect(keys).toHaveLength(2)
    const lossy = losingFirst()
    const again = makeClient({
      baseUrl,
      token,
      fetch: lossy.fetch,
      retry: { initialDelay: "1 millis" },
    })
    const response = await again.promise.topups.create.withResponse({ params, body })
    expect(response.headers.get("idempotent-replayed")).toBe("true")
    expect(response.body).toMatchObject({ amount: 12.34, status: "APPROVED" })
    expect(lossy.keys).toEqual([expect.any(String), lossy.keys[0]])
    const after = await client.budgets.get({ params })
    expect(after.available_amount).toBe(before.available_amount + 12.34)
  })

  test("a refusal is returned as a problem", async () => {
    const { promise: client } = makeClient({ baseUrl, token })
    const call = client.topups.create({ params, body: { ...body, amount: -1_000_000 } })
    const failure = await call.catch((_: unknown) => _)
    expect(failure).toBeInstanceOf(ProblemError)
    expect(failure).toMatchObject({
      operation: "topups.create",
      status: 400,
      code: "insufficient_funds",
      request_id: expect.any(String),
    })
  })

  test("a refusal has the values of its message, including those of other fields", async () => {
    const { promise: client } = makeClient({ baseUrl, token })
    const { available_amount } = await client.budgets.get({ params })
    const values = {
      available: { amount: available_amount, currency: "AUD" },
      requested: { amount: 1_000_000.5, currency: "AUD" },
    }
    const refused = { body: { ...body, amount: -1_000_000.5 }, values }
    const long = { body: { ...body, description: "x".repeat(501) }, values: {} }
    const of = [
      { ...refused, errors: [{ pointer: "/amount", code: "insufficient_funds", values }] },
      { ...long, errors: [{ code: "too_long", values: { maximum: 500, of: "characters" } }] },
    ]
    for (const { body, ...expected } of of) {
      await expect(client.topups.create({ params, body })).rejects.toMatchObject(expected)
    }
    const missing = { ...params, topup_id: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b3c" }
    await expect(client.topups.approve({ params: missing })).rejects.toMatchObject({
      values: { what: "topup", id: missing.topup_id },
      errors: [],
    })
  })

  test("every error of a body is reported", async () => {
    const { promise: client } = makeClient({ baseUrl, token })
    const call = client.topups.create({ params, body: { amount: 0, description: "" } })
    const failure = (await call.catch((_: unknown) => _)) as ProblemError
    expect(failure.errors.map(({ pointer }) => pointer).sort()).toEqual(["/amount", "/description"])
  })

  test("an ETag makes a change conditional, and saves a read", async () => {
    const { promise: client } = makeClient({ baseUrl, token })
    const { headers } = await client.budgets.get.withResponse({ params })
    const etag = headers.get("etag") ?? ""
    const read = client.budgets.get({ params, headers: { "If-None-Match": etag } })
    await expect(read).rejects.toMatchObject({ reason: "not_modified", status: 304 })
    const change = (name: string) =>
      client.budgets.update({ params, body: { name }, headers: { "If-Match": etag } })
    expect((await change("Training")).name).toBe("Training")
    await expect(change("Other")).rejects.toMatchObject({
      status: 412,
      code: "precondition_failed",
    })
  })

  test("a dry run saves nothing", async () => {
    const { promise: client } = makeClient({ baseUrl, token })
    const before = await client.budgets.get({ params })
    const query = { dry_run: true }
    expect((await client.topups.create({ params, body, query })).amount).toBe(12.34)
    expect((await client.budgets.get({ params })).available_amount).toBe(before.available_amount)
  })

  test("pages of two return every topup once, through Effect and through promises", async () => {
    const program = Effect.gen(function* () {
      const client = yield* Client
      const make = (amount: number) => client.topups.create({ params, body: { ...body, amount } })
      yield* Effect.forEach([1, 2, 3, 4], make)
      const { count } = yield* client.topups.list({ params })
      const stream = client.records(client.topups.list, { params, query: { limit: 2 } })
      return { count, ids: (yield* Stream.runCollect(stream)).map(({ id }) => id) }
    })
    const layer = Client.layer({ baseUrl, token })
    const { count, ids } = await Effect.runPromise(Effect.provide(program, layer))
    expect(count).toBeGreaterThanOrEqual(4)
    expect(new Set(ids).size).toBe(count)
    const { promise } = makeClient({ baseUrl, token })
    const seen: Array<string> = []
    for await (const { results } of promise.pages(promise.topups.list, {
      params,
      query: { limit: 2 },
    })) {
      seen.push(...results.map(({ id }) => id))
    }
    expect(seen).toEqual(ids)
  })

  test("an import is sent as lines", async () => {
    const operator = operatorOf(service)
    const line = {
      external_id: "bank-1",
      transaction_type: "CARD_TRANSACTION",
      status: "CLEARED",
      auth_date: "2026-01-02T03:15:00.000Z",
      merchant_name: "Bank",
      amount: 100,
    }
    const text = `${JSON.stringify(line)}\n${JSON.stringify({ ...line, amount: "?" })}\n`
    const input = { params: { client_id: params.client_id }, body: new Blob([text]).stream() }
    expect(await operator.transactionImport.create(input)).toMatchObject({
      received: 2,
      imported: 1,
      refused: 1,
    })
  })

  test("an invalid token is a problem that does not show the token", async () => {
    const { promise: client } = makeClient({ baseUrl, token: "outlay_of_nobody" })
    const failure = await client.users.list({ params }).catch((_: unknown) => _)
    expect(failure).toMatchObject({ status: 401, code: "unauthorized" })
    expect(String(failure)).not.toContain("outlay_of_nobody")
  })
})
