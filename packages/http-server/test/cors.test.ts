import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { ask, post } from "./ask.ts"
import { start, type Toy } from "./toy.ts"

const app = "https://app.example"
const all = "/v1/businesses/7/notes"

let toy: Toy
let closed: Toy
beforeAll(async () => {
  toy = await start({ corsOrigins: [app], publicUrl: "https://outlay.example" })
  closed = await start({})
})
afterAll(async () => {
  await toy.stop()
  await closed.stop()
})

const preflight = (to: Toy, path: string, origin: string) =>
  ask(to, path, {
    method: "OPTIONS",
    headers: { origin, "access-control-request-method": "POST", authorization: "" },
  })

const corsOf = (headers: Headers) =>
  [...headers].filter(([name]) => name.startsWith("access-control-") || name === "vary")

describe("a page of another site", () => {
  test("may send a preflight and then write with a token", async () => {
    const { status, headers } = await preflight(toy, all, app)
    expect(status).toBe(204)
    expect(corsOf(headers)).toEqual([
      [
        "access-control-allow-headers",
        "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, X-Request-Id",
      ],
      ["access-control-allow-methods", "GET, HEAD, OPTIONS, POST"],
      ["access-control-allow-origin", app],
      [
        "access-control-expose-headers",
        "ETag, Idempotent-Replayed, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id, Dry-Run, Location, Content-Disposition",
      ],
      ["access-control-max-age", "7200"],
      ["vary", "Origin"],
    ])
    const written = await post(toy, all, { text: "Hello" }, { origin: app })
    expect([written.status, written.headers.get("access-control-allow-origin")]).toEqual([201, app])
  })

  test.each([
    ["a problem", "/v1/businesses/7/notes/99999", "Bearer outlay_writer", 404],
    ["the refusal of a missing token", all, "", 401],
    ["the response of an unknown path", "/v1/nothing", "Bearer outlay_writer", 404],
  ])("may read %s", async (_, path, authorization, expected) => {
    const { status, headers } = await ask(toy, path, { headers: { authorization, origin: app } })
    expect([status, headers.get("access-control-allow-origin")]).toEqual([expected, app])
  })

  test.each([
    "https://evil.example",
    "http://app.example",
    "https://app.example.evil.example",
    "https://app.example:444",
    "null",
  ])("has no access if its origin is %s", async (origin) => {
    const responses = [
      await preflight(toy, all, origin),
      await ask(toy, all, { headers: { origin } }),
    ]
    for (const { headers } of responses) expect(corsOf(headers)).toEqual([["vary", "Origin"]])
  })

  test("never reaches the operator's API and never uses a session", async () => {
    const operators = await preflight(toy, "/operator/v1/businesses", app)
    expect(corsOf(operators.headers)).toEqual([["vary", "Origin"]])
    const { headers } = await ask(toy, all, { headers: { origin: app } })
    expect(headers.get("access-control-allow-credentials")).toBeNull()
  })

  test("may read nothing if no origin is configured", async () => {
    const responses = [
      await preflight(closed, all, app),
      await ask(closed, all, { headers: { origin: app } }),
    ]
    for (const { headers } of responses) expect(corsOf(headers)).toEqual([])
  })
})
