import { Cause, type Effect, Exit } from "effect"
import { describe, expect, test } from "vitest"
import { type CallFailure, makeClient, type RetryOptions } from "../src/index.ts"
import { drive, problem, type Reply, serviceOf } from "./service.ts"

const clientOf = (service: ReturnType<typeof serviceOf>, retry: RetryOptions = {}) =>
  makeClient({ baseUrl: "https://a.example", token: "outlay_token", fetch: service.fetch, retry })

const failureOf = <A>(exit: Exit.Exit<A, CallFailure>): CallFailure => {
  if (Exit.isSuccess(exit)) throw new Error("it succeeded")
  return Cause.squash(exit.cause) as CallFailure
}

const params = { client_id: 7, budget_id: "B1" }
const body = { amount: 12.34, description: "Travel" }
const broken = { broken: new TypeError("fetch failed") }
const later = { "Retry-After": "1" }

type Client = ReturnType<typeof clientOf>
type Call = (client: Client) => Effect.Effect<unknown, CallFailure>

const get: Call = (client) => client.budgets.get({ params })
const post: Call = (client) => client.topups.create({ params, body })
const remove: Call = (client) => client.budgets.remove({ params })
const patch: Call = (client) => client.budgets.update({ params, body: { name: "N" } })
const patchIf: Call = (client) =>
  client.budgets.update({ params, body: { name: "N" }, headers: { "If-Match": '"e"' } })

describe("retries depend on the call and on the failure", () => {
  const rateLimited = { ...problem(429, "rate_limited"), headers: later }
  const unavailable = { ...problem(503, "storage_unavailable"), headers: later }
  const proxyUnavailable = { status: 503, text: "<html>" }
  const stillRunning = problem(409, "idempotency_key_in_use")
  const silent: Reply = { silent: true }

  test.each<readonly [string, typeof get | typeof post | typeof remove, Reply, number]>([
    ["GET, network", get, broken, 2],
    ["GET, timeout", get, silent, 2],
    ["GET, 429", get, rateLimited, 2],
    ["GET, 503", get, unavailable, 2],
    ["GET, 502 of a proxy", get, { status: 502 }, 2],
    ["GET, 503 of a proxy", get, proxyUnavailable, 2],
    ["GET, 504 of a proxy", get, { status: 504 }, 2],
    ["GET, 500", get, problem(500, "internal_error"), 1],
    ["GET, 404", get, problem(404, "not_found"), 1],
    ["POST, network", post, broken, 2],
    ["POST, timeout", post, silent, 2],
    ["POST, 429", post, rateLimited, 2],
    ["POST, 503", post, unavailable, 2],
    ["POST, 502 of a proxy", post, { status: 502 }, 2],
    ["POST, the first still runs", post, stillRunning, 2],
    ["POST, 422", post, problem(422, "idempotency_key_reused"), 1],
    ["POST, 400", post, problem(400, "insufficient_funds"), 1],
    ["DELETE, network", remove, broken, 2],
    ["DELETE, 503", remove, unavailable, 2],
    ["PATCH, 429", patch, rateLimited, 2],
    ["PATCH, 503: nothing was saved", patch, unavailable, 2],
    ["PATCH, network: it may have been done", patch, broken, 1],
    ["PATCH, timeout: it may have been done", patch, silent, 1],
    ["PATCH, 502 of a proxy: it may have been done", patch, { status: 502 }, 1],
    ["PATCH, 503 of a proxy: it may have been done", patch, proxyUnavailable, 1],
    ["PATCH with If-Match, network", patchIf, broken, 2],
    ["PATCH with If-Match, 502 of a proxy", patchIf, { status: 502 }, 2],
  ])("%s", async (_, call, reply, attempts) => {
    const done = call === remove ? { status: 204 } : { json: { id: "x" } }
    const service = serviceOf(reply, done)
    const exit = await drive(service, call(clientOf(service)))
    expect(service.sent).toHaveLength(attempts)
    expect(Exit.isSuccess(exit)).toBe(attempts > 1)
  })
})

describe("retries", () => {
  test("have the same key and the same body; another call has another key", async () => {
    const service = serviceOf(broken, broken, { json: { id: "t" } })
    const client = clientOf(service)
    await drive(service, post(client))
    await drive(service, post(client))
    const keys = service.sent.map(({ headers }) => headers.get("idempotency-key"))
    expect(keys).toHaveLength(4)
    expect(new Set(keys.slice(0, 3)).size).toBe(1)
    expect(keys[3]).not.toBe(keys[0])
    expect(new Set(service.sent.map((_) => _.body)).size).toBe(1)
  })

  test("have delays that double, plus or minus a fifth", async () => {
    const service = serviceOf(broken)
    const exit = await drive(
      service,
      get(clientOf(service, { initialDelay: "1 second", maxRetries: 3 })),
    )
    const at = service.sent.map((_) => _.at)
    const pauses = at.slice(1).map((time, index) => time - (at[index] ?? 0))
    expect(pauses).toHaveLength(3)
    for (const [index, expected] of [1000, 2000, 4000].entries()) {
      expect(pauses[index]).toBeGreaterThanOrEqual(expected * 0.8)
      expect(pauses[index]).toBeLessThanOrEqual(expected * 1.2 + 50)
    }
    expect(failureOf(exit)).toMatchObject({ reason: "network", detail: "fetch failed" })
  })

  test("have no delay longer than the maximum", async () => {
    const service = serviceOf(broken)
    await drive(service, get(clientOf(service, { maxRetries: 9, maxDelay: "1 second" })))
    expect(service.sent).toHaveLength(10)
    expect(service.sent.at(-1)?.at).toBeLessThan(9 * 1250)
  })

  test.each([
    ["a number of seconds", "7", 7_000],
    ["an HTTP date", "Thu, 01 Jan 1970 00:00:09 GMT", 9_000],
  ])("wait until Retry-After: %s", async (_, field, millis) => {
    const reply = { ...problem(429, "rate_limited"), headers: { "Retry-After": field } }
    const service = serviceOf(reply, { json: { id: "B1" } })
    expect(Exit.isSuccess(await drive(service, get(clientOf(service))))).toBe(true)
    expect(service.sent[1]?.at).toBeGreaterThanOrEqual(millis)
    expect(service.sent[1]?.at).toBeLessThanOrEqual(millis + 100)
  })

  test("do not happen if Retry-After exceeds the maximum delay", async () => {
    const reply = { ...problem(429, "rate_limited"), headers: { "Retry-After": "3600" } }
    const service = serviceOf(reply)
    const exit = await drive(service, get(clientOf(service)))
    expect(failureOf(exit)).toMatchObject({ code: "rate_limited", retry_after: 3600 })
    expect(service.sent).toHaveLength(1)
  })

  test("can be switched off", async () => {
    const service = serviceOf(broken)
    await drive(service, get(clientOf(service, { maxRetries: 0 })))
    expect(service.sent).toHaveLength(1)
  })
})
