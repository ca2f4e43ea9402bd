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
})

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

describe("the order of checks", () => {
  const rows: ReadonlyArray<{
    readonly name: string
    readonly path: string
    readonly method?: string
    readonly headers?: Readonly<Record<string, string>>
    readonly body?: string
    readonly status: number
    readonly code: string
  }> = [
    { name: "unknown path", path: "/v1/nothing", status: 404, code: "not_found" },
    { name: "trailing slash", path: `${notes}/`, status: 404, code: "not_found" },
    { name: "404 before 401", path: "/x", headers: bearer("no"), status: 404, code: "not_found" },
    {
      name: "405 before 401",
      path: notes,
      method: "PUT",
      headers: bearer("no"),
      status: 405,
      code: "method_not_allowed",
    },
    {
      name: "an unknown token",
      path: notes,
      headers: bearer("no"),
      status: 401,
      code: "unauthorized",
    },
    {
      name: "another scheme",
      path: notes,
      headers: { authorization: "Basic b3V0bGF5" },
      status: 401,
      code: "unauthorized",
    },
    {
      name: "401 before a bad body",
      path: notes,
      method: "POST",
      headers: bearer("no"),
      body: "{",
      status: 401,
      code: "unauthorized",
    },
    {
      name: "unavailable storage",
      path: notes,
      headers: bearer("outlay_broken"),
      status: 503,
      code: "storage_unavailable",
    },
    { name: "another business", path: "/v1/businesses/8/notes", status: 403, code: "forbidden" },
    { name: "unknown business", path: "/v1/businesses/999/notes", status: 403, code: "forbidden" },
    { name: "bad client_id", path: "/v1/businesses/abc/notes", status: 403, code: "forbidden" },
    { name: "a padded client_id", path: "/v1/businesses/07/notes", status: 403, code: "forbidden" },
    {
      name: "another business before a permission",
      path: "/v1/businesses/8/secrets",
      status: 403,
      code: "forbidden",
    },
    {
      name: "a missing permission",
      path: "/v1/businesses/7/secrets",
      status: 403,
      code: "permission_denied",
    },
    {
      name: "a permission before a bad body",
      path: notes,
      method: "POST",
      headers: bearer("outlay_reader"),
      body: "{",
      status: 403,
      code: "permission_denied",
    },
    {
      name: "406",
      path: notes,
      headers: { accept: "text/html" },
      status: 406,
      code: "not_acceptable",
    },
    {
      name: "415 before the body is read",
      path: notes,
      method: "POST",
      headers: { "content-type": "text/plain" },
      body: "{",
      status: 415,
      code: "unsupported_media_type",
    },
    { name: "an invalid id", path: `${notes}/abc`, status: 404, code: "not_found" },
    { name: "an unknown id", path: `${notes}/999`, status: 404, code: "not_found" },
    { name: "filter", path: `${notes}?isdeleted=true`, status: 400, code: "unknown_parameter" },
    {
      name: "dry_run on a read",
      path: `${notes}?dry_run=true`,
      status: 400,
      code: "unknown_parameter",
    },
    {
      name: "shape before 404",
      path: `${notes}/999`,
      method: "PATCH",
      body: "{}",
      status: 400,
      code: "missing",
    },
    {
      name: "404 after shape",
      path: `${notes}/999`,
      method: "PATCH",
      body: `{"text":"x"}`,
      status: 404,
      code: "not_found",
    },
    {
      name: "the operator's API with a business's token",
      path: "/operator/v1/businesses/7/notes",
      method: "POST",
      body: "{}",
      status: 401,
      code: "unauthorized",
    },
    {
      name: "the operator's API for an unknown business",
      path: "/operator/v1/businesses/9/notes",
      method: "POST",
      headers: bearer("operator-token"),
      body: `{"text":"x"}`,
      status: 404,
      code: "not_found",
    },
  ]
  test.each(rows)("$name: $status $code", async ({ path, method, headers, body, status, code }) => {
    const type = body === undefined ? {} : { "content-type": "application/json" }
    const init = { method: method ?? "GET", headers: { ...type, ...headers } }
    const reply = await ask(toy, path, body === undefined ? init : { ...init, body })
    expect([reply.status, reply.json.code]).toEqual([status, code])
    expect(reply.json).toMatchObject({ type: `/docs/problems#${code}`, status })
    expect(reply.headers.get("content-type")).toBe("application/problem+json")
    expect(reply.json.request_id).toBe(reply.headers.get("x-request-id"))
    expect(reply.json.errors).toBeInstanceOf(Array)
  })

  test("401 says how to authenticate and whether the token was invalid", async () => {
    const without = await fetch(`http://127.0.0.1:${toy.port}${notes}`)
    expect(without.headers.get("www-authenticate")).toBe("Bearer")
    const wrong = await ask(toy, notes, { headers: bearer("no") })
    expect(wrong.headers.get("www-authenticate")).toBe('Bearer error="invalid_token"')
  })

  test("403 names the permission", async () => {
    const { json } = await ask(toy, "/v1/businesses/7/secrets")
    expect(json.detail).toContain("read audit")
    expect(json.values).toEqual({ needs: "permission", resource: "audit", action: "read" })
  })

  test("all errors in query and body are reported at once", async () => {
    const path = `${notes}?dry_run=yes&zz=1`
    const { json } = await post(toy, path, { text: "", more: 1 })
    expect(json.code).toBe("validation_failed")
    expect(json.errors.map((_) => `${_.parameter ?? _.pointer} ${_.code}`).sort()).toEqual([
      "/more unknown_field",
      "/text too_short",
      "dry_run wrong_type",
      "zz unknown_parameter",
    ])
  })

  test("a refusal of the domain has its own code, sentence and pointer", async () => {
    toy.state.fault = "locked"
    const { status, json } = await post(toy, notes, { text: "x" })
    expect(status).toBe(400)
    expect(json).toMatchObject({
      code: "note_is_locked",
      title: "The note is locked",
      detail: "This note is locked.",
      errors: [{ pointer: "/text", code: "note_is_locked", detail: "This note is locked." }],
    })
  })

  test("storage that cannot write: 503 with Retry-After", async () => {
    toy.state.fault = "storage"
    const { status, headers } = await post(toy, notes, { text: "x" })
    expect([status, headers.get("retry-after")]).toEqual([503, "1"])
  })

  test("F-74 a defect: 500, one problem, no stack and no SQL", async () => {
    toy.state.fault = "defect"
    const { status, json, text } = await post(toy, notes, { text: "x" })
    expect([status, json.code]).toEqual([500, "internal_error"])
    expect(text).not.toMatch(/SELECT|Error:|\.ts/u)
    toy.state.fault = "none"
    expect((await post(toy, notes, { text: "x" })).status).toBe(201)
  })
})

describe("the operator's API", () => {
  test("accepts its token", async () => {
    const path = "/operator/v1/businesses/7/notes"
    const { status } = await post(toy, path, { text: "x" }, bearer("operator-token"))
    expect(status).toBe(201)
  })

  test("does not exist without a token and is not in the document", async () => {
    const closed = await start({ operatorToken: null })
    const path = "/operator/v1/businesses/7/notes"
    const { status } = await post(closed, path, { text: "x" }, bearer("operator-token"))
    const isDocumented = async (of: Toy) =>
      (await ask(of, "/openapi.json")).text.includes("/operator/v1/")
    const documented = [await isDocumented(toy), await isDocumented(closed)]
    await closed.stop()
    expect(status).toBe(404)
    expect(documented).toEqual([true, false])
  })
})
