import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type Service, startService } from "./service.ts"

let service: Service
let client_id = 0
let token = ""
beforeAll(async () => {
  service = await startService()
  const business = await operator("POST", "/businesses", {
    name: "Acme",
    features: { itemised_tax: true },
  })
  client_id = business.body.client_id
  const role_id = business.body.roles.find(({ name }: { name: string }) => name === "Admin").id
  token = (await operator("POST", `${own()}/tokens`, { name: "Admin", role_id })).body.token
})
afterAll(() => service?.stop())

const own = (): string => `/businesses/${client_id}`
const call = async (method: string, path: string, as: string, body?: unknown, headers = {}) => {
  const response = await fetch(`${service.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${as}`, "content-type": "application/json", ...headers },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  // biome-ignore lint/suspicious/noExplicitAny: JSON of many shapes
  const read: any = text === "" ? null : JSON.parse(text)
  return { status: response.status, body: read, etag: response.headers.get("etag") }
}
const operator = (method: string, path: string, body?: unknown, headers = {}) =>
  call(method, `/operator/v1${path}`, service.operatorToken, body, headers)
const admin = (method: string, path: string, body?: unknown, headers = {}) =>
  call(method, path, token, body, headers)

const events = async (): Promise<number> =>
  (await admin("GET", `/v1${own()}/events?limit=1`)).body.count

const record = async (external_id: string) =>
  (
    await operator("POST", `${own()}/transactions`, {
      ...{ external_id, transaction_type: "CARD_TRANSACTION", status: "AUTHED", amount: -12 },
      ...{ auth_date: "2026-01-05T00:00:00Z", merchant_name: "Rail" },
    })
  ).body.id

describe("a change that changes nothing", () => {
  test("causes no event and leaves the record and its ETag as they were", async () => {
    const v1 = `/v1${own()}`
    const category = (await admin("POST", `${v1}/categories`, { name: "Wine" })).body
    const field = { name: "Project", field_type: "LIST" }
    const custom = (await admin("POST", `${v1}/custom-fields`, field)).body
    const policy = { name: "All", budget_id: null, above_amount: null }
    const made = (await admin("POST", `${v1}/policies`, policy)).body
    const user = (
      await operator("POST", `${own()}/users`, {
        ...{ first_name: "Ann", last_name: "Lee", email: "ann@example.test" },
        ...{
          role_id: (await admin("GET", `${v1}/roles`)).body.results[0].id,
          payment_types: ["cards"],
        },
      })
    ).body
    const budget = (
      await admin("POST", `${v1}/budgets`, {
        ...{ name: "Trips", reset_amount: 100, reset_period: "MONTHLY", has_member_limits: false },
        ...{
          rollover_funds: false,
          members: [{ user: { id: user.id } }],
          owners: [{ user: { id: user.id } }],
        },
      })
    ).body
    const id = await record("same")
    const paths = [
      [`${v1}/categories/${category.id}`, { name: "Wine" }],
      [`${v1}/custom-fields/${custom.id}`, field],
      [`${v1}/policies/${made.id}`, policy],
      [`${v1}/users/${user.id}`, { payment_types: ["cards"] }],
      [`${v1}/budgets/${budget.id}`, { name: "Trips", reset_amount: 100 }],
    ] as const
    const before = await events()
    for (const [path, same] of paths) {
      const shown = await admin("GET", path)
      for (const body of [{}, same]) {
        const response = await admin("PATCH", path, body)
        expect([path, body, response]).toEqual([path, body, shown])
      }
    }
    const shown = await admin("GET", `/v2${own()}/transactions/${id}`)
    for (const body of [{}, { merchant_name: "Rail", gst: 0 }]) {
      expect(await operator("PATCH", `${own()}/transactions/${id}`, body)).toEqual(shown)
    }
    const business = await operator("GET", own())
    expect(await operator("PATCH", own(), { name: "Acme" })).toEqual(business)
    expect(await events()).toBe(before)
  })
})

describe("a list without a meaningful order", () => {
  test("causes no event and no change if it is sent in another order", async () => {
    const v1 = `/v1${own()}`
    await operator("PATCH", own(), { features: { expense_assistant: true } })
    const role_id = (await admin("GET", `${v1}/roles`)).body.results[0].id
    const [ann, bea, cem] = await Promise.all(
      ["ann", "bea", "cem"].map(async (name) => {
        const payment_types = ["cards", "bills"]
        const names = { first_name: name, last_name: "Sets", email: `${name}@sets.test` }
        const person = { ...names, role_id, payment_types }
        return (await operator("POST", `${own()}/users`, person)).body.id
      }),
    )
    await admin("PATCH", `${v1}/users/${ann}`, { expense_delegate: [bea, cem] })
    const categories = []
    for (const name of ["Hotels", "Meals out"]) {
      categories.push((await admin("POST", `${v1}/categories`, { name })).body.id)
    }
    const field = { name: "Sets", field_type: "LIST" }
    const custom = (await admin("POST", `${v1}/custom-fields`, field)).body.id
    const allow_options = []
    for (const text of ["a", "b"]) {
      const option = await admin("POST", `${v1}/custom-fields/${custom}/options`, { text })
      allow_options.push(option.body.id)
    }
    const budget = await admin("POST", `${v1}/budgets`, {
      ...{ name: "Sets", reset_amount: 1, reset_period: "NEVER", has_member_limits: false },
      ...{ rollover_funds: false, members: [{ user: { id: ann } }] },
      ...{ owners: [{ user: { id: ann } }], limit_categories: true, categories },
      custom_fields: [{ id: custom, allow_options }],
    })
    const hook = {
      url: "https://example.com/sets",
      event_types: ["topup.created", "topup.approved"],
    }
    const webhook = (await admin("POST", `${v1}/webhooks`, hook)).body
    const before = await events()
    const turned = <A>(list: ReadonlyArray<A>) => list.toReversed()
    for (const [path, body] of [
      [`${v1}/users/${ann}`, { payment_types: ["bills", "cards"] }],
      [`${v1}/users/${ann}`, { expense_delegate: [cem, bea] }],
      [`${v1}/budgets/${budget.body.id}`, { categories: turned(categories) }],
      [
        `${v1}/budgets/${budget.body.id}`,
        { custom_fields: [{ id: custom, allow_options: turned(allow_options) }] },
      ],
      [`${v1}/webhooks/${webhook.id}`, { event_types: turned(hook.event_types) }],
    ] as const) {
      const shown = await admin("GET", path)
      expect([path, body, await admin("PATCH", path, body)]).toEqual([path, body, shown])
    }
    expect(await events()).toBe(before)
    const repeated = await admin("PATCH", `${v1}/users/${ann}`, { expense_delegate: [bea, bea] })
    expect(repeated.status).toBe(400)
  })
})

describe("If-Match", () => {
  test("accepts the ETag of the same record from either path", async () => {
    const id = await record("matched")
    const { etag } = await admin("GET", `/v2${own()}/transactions/${id}`)
    const rate = { name: "GST", rate: 0.1, is_default_for: "NONE", is_enabled: true }
    const tax = (await operator("POST", `${own()}/tax-rates`, rate)).body
    const shown = await admin("GET", `/v1${own()}/tax-rates/${tax.id}`)
    for (const [path, tag, body] of [
      [`${own()}/transactions/${id}`, etag, { merchant_name: "Coach" }],
      [`${own()}/tax-rates/${tax.id}`, shown.etag, { name: "VAT" }],
    ] as const) {
      const changed = await operator("PATCH", path, body, { "if-match": tag ?? "" })
      expect({ path, status: changed.status }).toEqual({ path, status: 200 })
      expect(changed.etag).not.toBe(tag)
      expect((await operator("PATCH", path, body, { "if-match": tag ?? "" })).status).toBe(412)
      const again = { "if-match": changed.etag ?? "" }
      expect((await operator("PATCH", path, body, again)).status).toBe(200)
    }
  })
})

describe("a PATCH", () => {
  test("returns the ETag of the GET that follows, for each record with a GET", async () => {
    const v1 = `/v1${own()}`
    const hook = { url: "https://example.com/hook", event_types: ["*"] }
    const webhook = (await admin("POST", `${v1}/webhooks`, hook)).body
    const id = await record("tagged")
    const rate = { name: "Tagged", rate: 0.1, is_default_for: "NONE", is_enabled: true }
    const tax = (await operator("POST", `${own()}/tax-rates`, rate)).body
    const field = { name: "Tagged", field_type: "LIST" }
    const custom = (await admin("POST", `${v1}/custom-fields`, field)).body
    const policy = { name: "Tagged", budget_id: null, above_amount: null }
    const made = (await admin("POST", `${v1}/policies`, policy)).body
    const v2 = `/v2${own()}/transactions/${id}`
    for (const [change, path, shown, body] of [
      [admin, `${v1}/webhooks/${webhook.id}`, null, { description: "Books" }],
      [admin, `${v1}/webhooks/${webhook.id}`, null, { rotate_secret: true }],
      [admin, `${v1}/custom-fields/${custom.id}`, null, { name: "Other" }],
      [admin, `${v1}/policies/${made.id}`, null, { name: "Other" }],
      [admin, v2, null, { receipt_urls: ["https://example.com/1.png"] }],
      [operator, `${own()}/transactions/${id}`, v2, { merchant_name: "Bus" }],
      [operator, `${own()}/tax-rates/${tax.id}`, `${v1}/tax-rates/${tax.id}`, { name: "Other" }],
      [operator, own(), null, { name: "Acme" }],
    ] as const) {
      const { status, etag } = await change("PATCH", path, body)
      const read = shown === null ? await change("GET", path) : await admin("GET", shown)
      expect({ path, status, etag }).toEqual({ path, status: 200, etag: read.etag })
      const same = await change("PATCH", path, body, { "if-match": etag ?? "" })
      expect({ path, status: same.status }).toEqual({ path, status: 200 })
    }
  })
})

describe("an import", () => {
  test("accepts no Idempotency-Key and no dry run", async () => {
    const type = { "content-type": "application/x-ndjson" }
    const path = `${own()}/transactions/import`
    const keyed = await operator("POST", path, "{}\n", { ...type, "idempotency-key": "k" })
    expect([keyed.status, keyed.body.code]).toEqual([400, "invalid_idempotency_key"])
    const dry = await operator("POST", `${path}?dry_run=true`, "{}\n", type)
    expect([dry.status, dry.body.code]).toEqual([400, "unknown_parameter"])
  })
})
