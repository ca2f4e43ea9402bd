import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { clientOf, makeBusiness } from "./business.ts"
import { type Service, startService } from "./service.ts"

let service: Service

beforeAll(async () => {
  service = await startService()
})
afterAll(() => service?.stop())

/** Fields of all responses in these tests. */
interface Body {
  readonly id: string
  readonly secret: string
  readonly count: number
  readonly results: ReadonlyArray<Record<"id" | "event_id" | "type", string>>
  readonly errors: ReadonlyArray<{ readonly detail: string }>
}

interface Answer {
  readonly status: number
  readonly body: Body
}

/** A business and a client for its Admin. */
const stage = async (role = "Admin") => {
  const { client_id, params, tokenOf } = await makeBusiness(service)
  const token = await tokenOf(role)
  const ask = async (
    method: string,
    path: string,
    body?: object,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> => {
    const response = await fetch(`${service.url}/v1/businesses/${client_id}${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: text === "" ? null : JSON.parse(text) }
  }
  return { params, ask, as: clientOf(service, token) }
}

const url = "https://books.example.com/outlay?k=v"
const webhook = { url, event_types: ["*"] }
const shape = {
  id: expect.stringMatching(/^[0-9a-f-]{36}$/u),
  ...{ url, event_types: ["*"], description: null, enabled: true },
  ...{ created: expect.any(String), updated: expect.any(String) },
}
const secret = expect.stringMatching(/^whsec_[\w+/]{43}=$/u)

describe("webhooks", () => {
  test("are created, listed, changed and deleted; a secret is shown once", async () => {
    const { ask } = await stage()
    const made = await ask("POST", "/webhooks", webhook)
    expect(made).toEqual({ status: 201, body: { ...shape, secret } })
    const { secret: first, ...shown } = made.body
    const path = `/webhooks/${shown.id}`
    expect((await ask("GET", path)).body).toEqual(shown)
    expect((await ask("GET", "/webhooks")).body).toEqual({
      ...{ count: 1, next: null, previous: null, results: [shown] },
    })
    const change = { event_types: ["topup.*", "policy.created"], description: "B", enabled: false }
    const changed = await ask("PATCH", path, change)
    expect(changed.body).toEqual({ ...shown, ...change, updated: expect.any(String) })
    const rotated = await ask("PATCH", path, { rotate_secret: true })
    expect(rotated.body).toEqual({ ...changed.body, updated: expect.any(String), secret })
    expect(rotated.body.secret).not.toBe(first)
    expect(await ask("DELETE", path)).toEqual({ status: 204, body: null })
    for (const [method, body] of [["GET"], ["PATCH", {}], ["DELETE"]] as const) {
      expect(await ask(method, path, body)).toMatchObject({ status: 404 })
    }
    const { body } = await ask("GET", "/events?limit=500")
    const types = body.results.map(({ type }) => type)
    expect(types.slice(-4)).toEqual([
      ...["webhook.created", "webhook.updated", "webhook.updated", "webhook.deleted"],
    ])
    expect(JSON.stringify(body)).not.toContain("whsec_")
  })

  const long = "a".repeat(64)
  test.each([
    ["no URL", { event_types: ["*"] }, "/url", "missing"],
    ["plain HTTP", { ...webhook, url: "http://books.example.com/" }, "/url", "target_not_allowed"],
    ["this machine", { ...webhook, url: "https://127.0.0.1/" }, "/url", "target_not_allowed"],
    ["an invalid URL", { ...webhook, url: "books" }, "/url", "target_not_allowed"],
    ["a long URL", { ...webhook, url: `${url}${long.repeat(32)}` }, "/url", "too_long"],
    ["an empty list of types", { url, event_types: [] }, "/event_types", "too_short"],
    ["a duplicate type", { url, event_types: ["*", "*"] }, "/event_types", "not_unique"],
    [
      "too many types",
      { url, event_types: Array.from({ length: 101 }, () => "topup.*") },
      "/event_types",
      "too_long",
    ],
    ["an unknown type", { url, event_types: ["a.b"] }, "/event_types/0", "unknown_event_type"],
    ["half a type", { url, event_types: ["*", "topup."] }, "/event_types/1", "unknown_event_type"],
    ["a pattern", { url, event_types: ["topup.app*"] }, "/event_types/0", "unknown_event_type"],
    ["a long type", { url, event_types: [`${long}.b`] }, "/event_types/0", "too_long"],
    ["a chosen secret", { ...webhook, secret: "whsec_" }, "/secret", "unknown_field"],
  ])("%s is refused", async (_, body, pointer, code) => {
    const { ask } = await stage()
    const refused = await ask("POST", "/webhooks", body)
    expect(refused.status).toBe(400)
    expect(refused.body.errors[0]).toMatchObject({ pointer, code })
    expect(refused.body.errors[0]?.detail).toMatch(/\.$/u)
    expect((await ask("GET", "/webhooks")).body.count).toBe(0)
  })

  test.each([
    ["a private target", { url: "https://[::1]/" }, "/url", "target_not_allowed"],
    ["rotate_secret: false", { rotate_secret: false }, "/rotate_secret", expect.any(String)],
    ["an empty list of types", { event_types: [] }, "/event_types", "too_short"],
  ])("a change to %s is refused", async (_, change, pointer, code) => {
    const { ask } = await stage()
    const { body } = await ask("POST", "/webhooks", webhook)
    const refused = await ask("PATCH", `/webhooks/${body.id}`, change)
    expect(refused.status).toBe(400)
    expect(refused.body.errors[0]).toMatchObject({ pointer, code })
    const { secret: _secret, ...shown } = body
    expect((await ask("GET", `/webhooks/${body.id}`)).body).toEqual(shown)
  })

  test("are limited to twenty per business", async () => {
    const { ask } = await stage()
    for (let n = 0; n < 20; n++) {
      expect(await ask("POST", "/webhooks", webhook)).toMatchObject({ status: 201 })
    }
    const refused = await ask("POST", "/webhooks", webhook)
    expect(refused).toMatchObject({ status: 400, body: { code: "too_many_webhooks" } })
    expect((await ask("GET", "/webhooks?limit=7")).body).toMatchObject({ count: 20 })
  })

  test("return the same secret for a repeated key, and none in a dry run", async () => {
    const { ask } = await stage()
    const key = { "Idempotency-Key": "one" }
    const first = await ask("POST", "/webhooks", webhook, key)
    expect(await ask("POST", "/webhooks", webhook, key)).toEqual(first)
    const tried = await ask("POST", "/webhooks?dry_run=true", webhook)
    expect(tried.status).toBeLessThan(300)
    expect(await ask("GET", `/webhooks/${tried.body.id}`)).toMatchObject({ status: 404 })
    expect((await ask("GET", "/webhooks")).body.count).toBe(1)
  })

  test("cannot be changed with a stale ETag", async () => {
    const { ask, as, params } = await stage()
    const { id } = await as.webhooks.create({ params, body: webhook })
    const stale = { "If-Match": '"stale"' }
    const refused = await ask("PATCH", `/webhooks/${id}`, { enabled: false }, stale)
    expect(refused).toMatchObject({ status: 412 })
  })

  test.each(["Manager", "Team Member"])("cannot be created by a %s", async (role) => {
    const { ask } = await stage(role)
    const refused = await ask("POST", "/webhooks", webhook)
    expect(refused).toMatchObject({ status: 403, body: { code: "permission_denied" } })
  })
})

describe("deliveries", () => {
  test("are listed, oldest first, and can be sent again with the same event", async () => {
    const { ask, as, params } = await stage()
    const { id } = await as.webhooks.create({ params, body: webhook })
    const { id: policy_id } = await as.policies.create({ params, body: { name: "Large" } })
    await as.policies.remove({ params: { ...params, policy_id } })
    const list = `/webhooks/${id}/deliveries`
    const { body } = await ask("GET", `${list}?offset=1&limit=1`)
    expect(body).toMatchObject({ count: 3, next: "offset=2&limit=1" })
    expect(body.results).toEqual([
      {
        id: expect.any(String),
        event_id: expect.any(String),
        ...{ event_type: "policy.created", status: "PENDING", attempts: 0 },
        ...{ next_attempt: expect.any(String), last_attempt: null },
        ...{ response_status: null, error: null },
        ...{ created: expect.any(String), updated: expect.any(String) },
      },
    ])
    const { id: delivery_id, event_id } = body.results[0] ?? {}
    const again = await ask("POST", `${list}/${delivery_id}/redeliver`)
    expect(again).toMatchObject({ status: 200, body: { id: delivery_id, event_id } })
    const other = await as.webhooks.create({
      params,
      body: { ...webhook, event_types: ["invite.*"] },
    })
    for (const path of [
      `/webhooks/${other.id}/deliveries/${delivery_id}/redeliver`,
      `${list}/${id}/redeliver`,
    ]) {
      expect(await ask("POST", path)).toMatchObject({ status: 404 })
    }
    const none = await ask("GET", `/webhooks/${delivery_id}/deliveries`)
    expect(none).toMatchObject({ status: 404 })
  })
})
