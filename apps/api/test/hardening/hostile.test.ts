import { endpoints } from "@outlay/http-contract"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { exampleBody, makeWorld, pathOf, send, type World } from "./world.ts"

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world?.service.stop())

type Endpoint = (typeof endpoints)[number]

const tokenOf = ({ access }: Endpoint): string =>
  access === "operator" ? world.service.operatorToken : world.alpha.token

const rows = endpoints.map((endpoint) => [endpoint.operation, endpoint] as const)

/** True if a response is a refusal without internal details, as required for a hostile request. */
const isRefused = ({ status, type, text }: Awaited<ReturnType<typeof send>>): boolean =>
  status >= 400 &&
  status < 500 &&
  (text === "" || type === "application/problem+json") &&
  !/node_modules|at .+:\d+:\d+|SQLITE|select |insert /u.test(text)

const badIds = [
  "0",
  "01",
  "-1",
  "+1",
  "1e0",
  "0x1",
  "1.0",
  "%31",
  "%201",
  "٣",
  "99999999999999999999",
  "undefined",
  "null",
  "NaN",
  "__proto__",
  "'%3B%20drop%20table%20users--",
  "0199A7C2-4F10-7C3A-9B52-6D1E8F0A2B3C",
  "%7B0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b3c%7D",
  "%00",
  "a".repeat(3_000),
]

describe("F-54 a text that is not a valid id is refused", () => {
  test.each(rows.filter(([, { params }]) => Object.keys(params).length > 0))(
    "%s",
    async (_, endpoint) => {
      const body = exampleBody(endpoint)
      for (const name of Object.keys(endpoint.params)) {
        for (const bad of badIds) {
          const path = pathOf(endpoint, { ...world.alpha.ids, [name]: bad })
          const response = await send(world, endpoint.method, path, {
            token: tokenOf(endpoint),
            ...(body === undefined ? {} : { body }),
          })
          const lawful = [400, 403, 404, 405, 414, 415]
          expect([name, bad, lawful.includes(response.status), isRefused(response)]).toEqual([
            name,
            bad,
            true,
            true,
          ])
        }
      }
    },
  )
})

const deep = (levels: number) => "[".repeat(levels) + "]".repeat(levels)

const badBodies: ReadonlyArray<string | Uint8Array> = [
  "",
  "{",
  "null",
  "[]",
  '"text"',
  "1",
  "NaN",
  '{"a":1,"a":2}',
  '{"amount":1,"\\u0061mount":2}',
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"toString":1}',
  '{"name":"\\ud800"}',
  '{"description":"\\u0000"}',
  '{"amount":1e400}',
  '{"amount":9007199254740993}',
  '{"amount":0.1000000000000000055}',
  '{"amount":"1"}',
  '{"amount":null,"description":[]}',
  '{"members":[{}],"owners":[null]}',
  `{"name":"${"x".repeat(200_000)}"}`,
  `{"payment_types":[${'"cards",'.repeat(5_000)}"cards"]}`,
  deep(100),
  deep(100_000),
  new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
  new Uint8Array([0xef, 0xbb, 0xbf, 0x7b, 0x7d]),
]

describe("F-41 to F-48 an invalid body is refused", () => {
  test.each(rows.filter(([, { body }]) => body !== null))("%s", async (_, endpoint) => {
    const before = (
      await send(world, "GET", `/v1/businesses/${world.alpha.client_id}/budgets`, world.alpha)
    ).text
    for (const body of badBodies) {
      const path = `${pathOf(endpoint, world.alpha.ids)}?dry_run=true`
      const response = await send(world, endpoint.method, path, { token: tokenOf(endpoint), body })
      const shown = typeof body === "string" ? body.slice(0, 60) : "bytes"
      const isLeftOut = body === "" && endpoint.isBodyOptional === true
      const optional = response.status === 200 && (body === "{}" || isLeftOut)
      expect([shown, response.status, optional || isRefused(response)]).toEqual([
        shown,
        response.status,
        true,
      ])
    }
    expect((globalThis as { polluted?: unknown }).polluted).toBeUndefined()
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
    const after = await send(
      world,
      "GET",
      `/v1/businesses/${world.alpha.client_id}/budgets`,
      world.alpha,
    )
    expect(after.text).toBe(before)
  })
})

const badQueries = [
  "limit=0",
  "limit=501",
  "limit=-1",
  "limit=1e2",
  "limit=0x10",
  "limit=5.5",
  "limit=%205",
  "limit=+5",
  "limit=",
  "limit=1&limit=500",
  "limit%5B%5D=5",
  "offset=-1",
  "offset=9007199254740993",
  "offset=99999999999999999999",
  "unknown=1",
  "is_deleted=TRUE",
  "is_deleted=1",
  "status=cleared",
  "status=__proto__",
  "min_auth_date=2025-02-29",
  "min_auth_date=2025-13-01",
  "min_auth_date=0000-01-01",
  "min_auth_date=2025-3-1",
  "min_auth_date=2025-03-01T00:00:00Z",
  "min_auth_date=2026-02-01&max_auth_date=2026-01-01",
  "user_id=01",
  "%ff=1",
  "limit=%ff",
  "%00=1",
  "__proto__=1",
]

describe("F-55 to F-57 a query with a typo never returns everything", () => {
  test.each(rows.filter(([, { method }]) => method === "GET"))("%s", async (_, endpoint) => {
    for (const query of badQueries) {
      const path = `${pathOf(endpoint, world.alpha.ids)}?${query}`
      const response = await send(world, "GET", path, { token: tokenOf(endpoint) })
      expect([query, response.status, isRefused(response)]).toEqual([query, 400, true])
    }
  })

  test("F-56 thousands of repeated or unknown parameters are refused", async () => {
    const path = `/v2/businesses/${world.alpha.client_id}/transactions`
    for (const query of ["status=CLEARED&".repeat(10_000), "a=1&".repeat(1_500)]) {
      const response = await send(world, "GET", `${path}?${query}`, world.alpha)
      expect([400, 414, 431]).toContain(response.status)
    }
  })
})

const naughty = [
  "'; drop table users; --",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is meant to look like one
  "${7*7}",
  "{{7*7}}",
  "=cmd|' /C calc'!A0",
  "<script>alert(1)</script>",
  "\u202Eright to left",
  "👩‍👩‍👧 family",
  "Ω≈ç√∫",
  "ﷺ",
  "%s%n%x",
  "../../etc/passwd",
  "$ne",
]

describe("F-49 naughty text is stored unchanged", () => {
  test.each(naughty)("%s", async (text) => {
    const { client_id, ids, token } = world.alpha
    const path = `/v1/businesses/${client_id}/budgets/${ids["budget_id"]}`
    const body = JSON.stringify({ name: text })
    const response = await send(world, "PATCH", path, { token, body })
    expect(response.status).toBe(200)
    expect(JSON.parse((await send(world, "GET", path, world.alpha)).text)).toMatchObject({
      name: text.normalize("NFC").trim(),
    })
  })
})
