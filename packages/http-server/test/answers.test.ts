import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { ask, post } from "./ask.ts"
import { start, type Toy } from "./toy.ts"

const notes = "/v1/businesses/7/notes"
let toy: Toy
beforeAll(async () => {
  toy = await start()
})
afterAll(() => toy.stop())
beforeEach(() => {
  toy.state.fault = "none"
  toy.state.notes = [1, 2, 3].map((id) => ({ id, text: `note ${id}` }))
})

describe("lists", () => {
  test.each([
    ["", { count: 3, next: null, previous: null, ids: [1, 2, 3] }],
    ["?limit=2", { count: 3, next: "offset=2&limit=2", previous: null, ids: [1, 2] }],
    ["?offset=2&limit=2", { count: 3, next: null, previous: "offset=0&limit=2", ids: [3] }],
    ["?offset=1", { count: 3, next: null, previous: "offset=0&limit=50", ids: [2, 3] }],
    ["?offset=9&limit=2", { count: 3, next: null, previous: "offset=1&limit=2", ids: [] }],
  ])("%s", async (query, { ids, ...envelope }) => {
    const { status, json } = await ask(toy, notes + query)
    expect(status).toBe(200)
    expect(json).toEqual({ ...envelope, results: ids.map((id) => ({ id, text: `note ${id}` })) })
  })
})

describe("headers", () => {
  test("everything under a business has the security headers", async () => {
    const { headers } = await ask(toy, notes)
    expect(headers.get("cache-control")).toBe("no-store")
    expect(headers.get("x-content-type-options")).toBe("nosniff")
    expect(headers.get("content-type")).toBe("application/json")
  })

  test.each([
    ["GET", `${notes}/none`, 404],
    ["GET", "/v1/businesses/7/nothing", 404],
    ["DELETE", notes, 405],
    ["OPTIONS", notes, 204],
  ])("%s %s: %d must not be cached either", async (method, path, status) => {
    const response = await ask(toy, path, { method })
    expect(response.status).toBe(status)
    expect(response.headers.get("cache-control")).toBe("no-store")
  })

  test.each([
    ["abc-1.2_3", true],
    ["x".repeat(128), true],
    ["x".repeat(129), false],
    ["a b", false],
    ["<script>", false],
  ])("X-Request-Id %s is reused: %s", async (id, isReused) => {
    const { headers } = await ask(toy, notes, { headers: { "x-request-id": id } })
    expect(headers.get("x-request-id") === id).toBe(isReused)
    expect(headers.get("x-request-id")).toMatch(/^[A-Za-z0-9._-]+$/u)
  })
})

describe("conditional requests", () => {
  const etagOf = async (path: string) => (await ask(toy, path)).headers.get("etag") ?? ""

  test("a resource has a strong ETag, a list has none", async () => {
    expect(await etagOf(`${notes}/1`)).toMatch(/^"[\w-]+"$/u)
    expect(await etagOf(notes)).toBe("")
  })

  test("If-None-Match: 304 as long as the resource is unchanged", async () => {
    const etag = await etagOf(`${notes}/1`)
    const same = await ask(toy, `${notes}/1`, { headers: { "if-none-match": `"x", W/${etag}` } })
    expect([same.status, same.text, same.headers.get("etag")]).toEqual([304, "", etag])
    await post(toy, `${notes}/1`, { text: "new" }, {}, "PATCH")
    const other = await ask(toy, `${notes}/1`, { headers: { "if-none-match": etag } })
    expect([other.status, other.json.text]).toEqual([200, "new"])
  })

  test.each([
    ["the current ETag", (etag: string) => etag, 200],
    ["one of several ETags", (etag: string) => `"x", ${etag}`, 200],
    ["any", () => "*", 200],
    ["another", () => '"x"', 412],
    ["a weak ETag", (etag: string) => `W/${etag}`, 412],
  ])("If-Match with %s", async (_, field, status) => {
    const headers = { "if-match": field(await etagOf(`${notes}/1`)) }
    const reply = await post(toy, `${notes}/1`, { text: "new" }, headers, "PATCH")
    expect(reply.status).toBe(status)
    expect(toy.state.notes[0]?.text).toBe(status === 200 ? "new" : "note 1")
  })

  test("If-Match on a DELETE and on a missing resource", async () => {
    const removal = { method: "DELETE", headers: { "if-match": '"x"' } }
    expect((await ask(toy, `${notes}/1`, removal)).status).toBe(412)
    expect((await ask(toy, `${notes}/9`, removal)).status).toBe(404)
    const etag = await etagOf(`${notes}/1`)
    const reply = await ask(toy, `${notes}/1`, { method: "DELETE", headers: { "if-match": etag } })
    expect([reply.status, reply.text, reply.headers.get("content-type")]).toEqual([204, "", null])
  })
})

describe("dry run", () => {
  test("returns the same response and saves nothing", async () => {
    const headers = { "idempotency-key": "dry" }
    const reply = await post(toy, `${notes}?dry_run=true`, { text: "x" }, headers)
    expect([reply.status, reply.headers.get("dry-run")]).toEqual([201, "true"])
    expect(toy.state.notes).toHaveLength(3)
    expect(toy.remembered.size).toBe(0)
    const saved = await post(toy, `${notes}?dry_run=false`, { text: "x" })
    expect([saved.status, saved.headers.get("dry-run")]).toEqual([201, null])
    expect(toy.state.notes).toHaveLength(4)
  })

  test("returns the same refusals", async () => {
    expect((await ask(toy, `${notes}/9?dry_run=true`, { method: "DELETE" })).status).toBe(404)
  })
})

describe("HEAD and OPTIONS", () => {
  test("F-32 HEAD is GET without its body", async () => {
    const get = await ask(toy, `${notes}/1`)
    const head = await ask(toy, `${notes}/1`, { method: "HEAD" })
    expect([head.status, head.text]).toEqual([200, ""])
    for (const name of ["etag", "content-length", "content-type"]) {
      expect(head.headers.get(name)).toBe(get.headers.get(name))
    }
  })

  test("OPTIONS and 405 list the methods", async () => {
    const options = await ask(toy, `${notes}/1`, { method: "OPTIONS" })
    expect([options.status, options.headers.get("allow")]).toEqual([
      204,
      "DELETE, GET, HEAD, OPTIONS, PATCH",
    ])
    const put = await ask(toy, `${notes}/1`, { method: "PUT" })
    expect([put.status, put.headers.get("allow")]).toEqual([
      405,
      "DELETE, GET, HEAD, OPTIONS, PATCH",
    ])
    const lock = await ask(toy, `${notes}/1/lock`, { method: "HEAD" })
    expect([lock.status, lock.headers.get("allow")]).toEqual([405, "OPTIONS, POST"])
  })

  test("F-70 no origin is allowed anything by default", async () => {
    const headers = { origin: "https://evil.example", "access-control-request-method": "POST" }
    const options = await ask(toy, notes, { method: "OPTIONS", headers })
    const get = await ask(toy, notes, { headers: { origin: "null" } })
    for (const reply of [options, get]) {
      expect(reply.headers.get("access-control-allow-origin")).toBeNull()
    }
  })
})

describe("a streamed body", () => {
  const path = "/operator/v1/businesses/7/notes/lines"
  const headers = { authorization: "Bearer operator-token" }

  test("reaches the handler at any length", async () => {
    const body = `${"x".repeat(3_000_000)}\n`
    const type = { "content-type": "application/x-ndjson" }
    const reply = await post(toy, path, body, { ...headers, ...type })
    expect([reply.status, reply.json]).toEqual([200, { bytes: 3_000_001 }])
  })

  test("must be newline-delimited JSON and has no dry run", async () => {
    expect((await post(toy, path, "{}\n", headers)).status).toBe(415)
    const type = { "content-type": "application/x-ndjson" }
    const dry = await post(toy, `${path}?dry_run=true`, "{}\n", { ...headers, ...type })
    expect([dry.status, dry.json.code]).toEqual([400, "unknown_parameter"])
  })
})

describe("an operation without a body", () => {
  test.each([
    ["", 200],
    ["{}", 200],
    ['{"a":1}', 400],
    ["[]", 400],
    ["{", 400],
  ])("accepts %j: %d", async (body, status) => {
    expect((await post(toy, `${notes}/1/lock`, body)).status).toBe(status)
  })
})
