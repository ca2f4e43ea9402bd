import { inspect } from "node:util"
import { Cause, Effect, Exit, Redacted } from "effect"
import { describe, expect, test } from "vitest"
import { type CallFailure, makeClient, makeOperatorClient } from "../src/index.ts"
import { drive, problem, type Reply, serviceOf } from "./service.ts"

const token = "outlay_Zm9vYmFyYmF6cXV4"
const clientOf = (service: ReturnType<typeof serviceOf>, baseUrl = "https://outlay.example.com") =>
  makeClient({ baseUrl, token, fetch: service.fetch })

const failureOf = <A>(exit: Exit.Exit<A, CallFailure>): CallFailure => {
  if (Exit.isSuccess(exit)) throw new Error("it succeeded")
  return Cause.squash(exit.cause) as CallFailure
}

const params = { client_id: 7, budget_id: "B1" }
const body = { amount: 12.34, description: "Travel" }
const page = { count: 0, next: null, previous: null, results: [] }

describe("a request", () => {
  const list = "/v2/businesses/7/transactions"
  type Query = NonNullable<
    Parameters<ReturnType<typeof makeClient>["transactions"]["list"]>[0]["query"]
  >

  test.each<readonly [string, Query | undefined, string]>([
    ["no query", undefined, ""],
    ["an empty query", {}, ""],
    ["undefined values are omitted", { user_id: undefined }, ""],
    ["paging", { offset: 0, limit: 50 }, "?offset=0&limit=50"],
    ["lists repeat", { status: ["AUTHED", "CLEARED"] }, "?status=AUTHED&status=CLEARED"],
    ["an empty list", { status: [] }, ""],
    [
      "special characters are encoded",
      { updated_after: "2026-11-30T12:00:00.000+01:00", budget_id: "a&b=c d#" },
      "?updated_after=2026-11-30T12%3A00%3A00.000%2B01%3A00&budget_id=a%26b%3Dc+d%23",
    ],
  ])("has the query: %s", async (_, query, expected) => {
    const service = serviceOf({ json: page })
    const input = { params: { client_id: 7 }, ...(query === undefined ? {} : { query }) }
    await drive(service, clientOf(service).transactions.list(input))
    expect(service.sent[0]?.url).toBe(`https://outlay.example.com${list}${expected}`)
  })

  test.each([
    ["https://a.example", "https://a.example"],
    ["https://a.example/", "https://a.example"],
    ["https://a.example/outlay//", "https://a.example/outlay"],
    ["http://127.0.0.1:8080", "http://127.0.0.1:8080"],
  ])("goes to the address %s", async (baseUrl, origin) => {
    const service = serviceOf({ json: page })
    await drive(service, clientOf(service, baseUrl).users.list({ params: { client_id: 7 } }))
    expect(service.sent[0]?.url).toBe(`${origin}/v1/businesses/7/users`)
  })

  test("encodes a path parameter as one segment", async () => {
    const service = serviceOf({ json: {} })
    const budgets = clientOf(service).budgets
    await drive(service, budgets.get({ params: { ...params, budget_id: "../x?y#z/ä" } }))
    expect(service.sent[0]?.url).toMatch(/\/budgets\/\.\.%2Fx%3Fy%23z%2F%C3%A4$/u)
  })

  test.each(["", ".", ".."])("is not sent for the id %j", async (budget_id) => {
    const service = serviceOf({ json: {} })
    const call = clientOf(service).budgets.get({ params: { ...params, budget_id } })
    expect(failureOf(await drive(service, call))).toMatchObject({ reason: "invalid_request" })
    expect(service.sent).toEqual([])
  })

  test("has a body and its header fields", async () => {
    const service = serviceOf({ json: { id: "t" } })
    const topups = clientOf(service).topups
    const exit = await drive(service, topups.create({ params, body, query: { dry_run: true } }))
    expect(exit).toEqual(Exit.succeed({ id: "t" }))
    const [sent] = service.sent
    expect(sent?.method).toBe("POST")
    expect(sent?.url).toMatch(/\/v1\/businesses\/7\/budgets\/B1\/topups\?dry_run=true$/u)
    expect(JSON.parse(String(sent?.body))).toEqual(body)
    expect(Object.fromEntries(sent?.headers ?? [])).toEqual({
      accept: "application/json",
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      "idempotency-key": expect.stringMatching(/^[0-9a-f-]{36}$/u),
    })
  })

  test("has a key only if it is a POST, and keeps the caller's own key", async () => {
    const service = serviceOf({ json: { id: "t" } })
    const { budgets, topups } = clientOf(service)
    await drive(service, budgets.get({ params }))
    await drive(service, budgets.update({ params, body: { name: "N" } }))
    await drive(service, topups.create({ params, body, headers: { "Idempotency-Key": "mine" } }))
    const keys = service.sent.map(({ headers }) => headers.get("idempotency-key"))
    expect(keys).toEqual([null, null, "mine"])
  })

  test("goes to the operator's API with the operator's token", async () => {
    const service = serviceOf({ json: page })
    const options = { baseUrl: "http://a.example", token: Redacted.make("o"), fetch: service.fetch }
    await drive(service, makeOperatorClient(options).businesses.list())
    expect(service.sent[0]?.url).toBe("http://a.example/operator/v1/businesses")
    expect(service.sent[0]?.headers.get("authorization")).toBe("Bearer o")
  })
})

describe("a response", () => {
  test("becomes an error with the fields of the problem", async () => {
    const errors = [{ pointer: "/amount", code: "zero_amount", detail: "Not 0." }]
    const service = serviceOf(problem(400, "zero_amount", { errors, request_id: "r1" }))
    const exit = await drive(service, clientOf(service).topups.create({ params, body }))
    expect(failureOf(exit)).toMatchObject({
      _tag: "ProblemError",
      operation: "topups.create",
      status: 400,
      code: "zero_amount",
      type: "/docs/problems#zero_amount",
      title: "T",
      detail: "D.",
      errors,
      request_id: "r1",
      retry_after: null,
      message: "topups.create: 400 zero_amount: D.",
    })
    expect(service.sent).toHaveLength(1)
  })

  test("becomes an error that can be caught by its tag", async () => {
    const service = serviceOf(problem(404, "not_found"))
    const call = clientOf(service)
      .budgets.get({ params })
      .pipe(Effect.catchTag("ProblemError", ({ code }) => Effect.succeed(code)))
    expect(await drive(service, call)).toEqual(Exit.succeed("not_found"))
  })

  test.each<readonly [string, Reply, object]>([
    ["HTML instead of JSON", { text: "<html>" }, { reason: "unexpected_answer", status: 200 }],
    ["nothing instead of JSON", {}, { reason: "unexpected_answer", status: 200 }],
    ["a redirect", { status: 301 }, { reason: "unexpected_answer", status: 301 }],
    [
      "an error that is not a problem",
      { status: 500 },
      { reason: "unexpected_answer", status: 500 },
    ],
    ["not modified", { status: 304 }, { reason: "not_modified", status: 304 }],
  ])("%s", async (_, reply, expected) => {
    const service = serviceOf(reply)
    const exit = await drive(service, clientOf(service).budgets.get({ params }))
    expect(failureOf(exit)).toMatchObject({ _tag: "TransportFailure", ...expected })
    expect(service.sent).toHaveLength(1)
  })

  test("is nothing for a 204", async () => {
    const service = serviceOf({ status: 204 })
    const exit = await drive(service, clientOf(service).budgets.remove({ params }))
    expect(exit).toEqual(Exit.succeed(undefined))
  })

  test("includes status and header fields if requested", async () => {
    const service = serviceOf({ json: { id: "B1" }, headers: { ETag: '"e"' } })
    const exit = await drive(service, clientOf(service).budgets.get.withResponse({ params }))
    if (Exit.isFailure(exit)) throw Cause.squash(exit.cause)
    const { status, headers, body } = exit.value
    expect([status, headers.get("etag"), body]).toEqual([200, '"e"', { id: "B1" }])
  })
})

describe("secrets", () => {
  const leaks = (value: unknown) =>
    [inspect(value, { depth: 9, showHidden: true }), JSON.stringify(value), String(value)].some(
      (text) => text.includes(token),
    )

  test("the check finds a leak", () => {
    expect(leaks(new Error("a", { cause: { token } }))).toBe(true)
  })

  test.each<readonly [string, Reply]>([
    ["the platform's error contains it", { broken: new Error(`bad header: Bearer ${token}`) }],
    ["a cause contains it", { broken: new Error("failed", { cause: new Error(token) }) }],
    ["a problem", problem(400, "zero_amount")],
    ["no response", { silent: true }],
    ["nonsense", { text: "?" }],
  ])("no failure shows the token: %s", async (_, reply) => {
    const service = serviceOf(reply)
    const exit = await drive(service, clientOf(service).topups.create({ params, body }))
    expect(leaks(failureOf(exit))).toBe(false)
    expect(leaks(Cause.pretty((exit as Exit.Failure<never, never>).cause))).toBe(false)
  })

  test("the client does not show the token", () => {
    expect(leaks(clientOf(serviceOf({})))).toBe(false)
  })

  test.each([
    ["https://outlay.example.com", `${token}\n`],
    ["https://outlay.example.com", ""],
    [`https://a:${token}@outlay.example.com`, token],
    [`https://outlay.example.com?t=${token}`, token],
    [`ftp://${token}`, token],
    [token, token],
  ])("an invalid address or token is refused without being shown", (baseUrl, given) => {
    const make = () => makeClient({ baseUrl, token: given })
    expect(make).toThrow(TypeError)
    expect(make).not.toThrow(token)
  })
})

/** Never run: the compiler has to accept or reject each line. */
export const types = (client: ReturnType<typeof makeClient>) => [
  client.users.list({ params: { client_id: 7 }, query: { is_deleted: true } }),
  // @ts-expect-error: the path has parameters
  client.users.list(),
  // @ts-expect-error: an integer
  client.users.list({ params: { client_id: "7" } }),
  // @ts-expect-error: no such filter
  client.users.list({ params: { client_id: 7 }, query: { name: "Ann" } }),
  // @ts-expect-error: a read has no dry run
  client.users.list({ params: { client_id: 7 }, query: { dry_run: true } }),
  // @ts-expect-error: a body is required
  client.topups.create({ params }),
  // @ts-expect-error: the body takes a number
  client.topups.create({ params, body: { amount: "12.34", description: "Travel" } }),
  // @ts-expect-error: this operation takes no body
  client.budgets.remove({ params, body: {} }),
  client.topups.approve({ params: { ...params, topup_id: "T1" } }),
  client.topups.decline({ params: { ...params, topup_id: "T1" }, body: { reason: "Paid" } }),
  Effect.map(client.topups.create({ params, body }), ({ amount, status }) => {
    const exact: number = amount
    const known: "APPROVED" | "PENDING" | "DECLINED" | "CANCELLED" = status
    return [exact, known]
  }),
]
