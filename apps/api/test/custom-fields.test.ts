import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { clientOf, makeBusiness } from "./business.ts"
import { type Service, startService } from "./service.ts"

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service?.stop())

/** A business with a budget, and a complete charge to it. */
const found = async () => {
  const { operator, client_id, params, user, tokenOf } = await makeBusiness(service)
  const ann = { id: await user("Ann") }
  const token = await tokenOf("Admin")
  const client = clientOf(service, token)
  const budget = await client.budgets.create({
    params,
    body: {
      name: "Travel",
      reset_amount: 100,
      reset_period: "MONTHLY",
      has_member_limits: false,
      rollover_funds: false,
      members: [{ user: { id: ann.id } }],
      owners: [{ user: { id: ann.id } }],
    },
  })
  const categories = await client.categories.list({ params })
  const charge = await operator.transactions.record({
    params,
    body: {
      external_id: "e-1",
      transaction_type: "CARD_TRANSACTION",
      status: "AUTHED",
      auth_date: "2026-01-05T00:00:00.000Z",
      merchant_name: "Train",
      amount: -10,
      user_id: ann.id,
      budget_id: budget.id,
      receipt_urls: ["https://example.com/r"],
      line_items: [{ amount: 10, category_id: categories.results[0]?.id ?? "" }],
    },
  })
  const status = async () => {
    const one = await client.transactions.get({ params: { ...params, transaction_id: charge.id } })
    return one.expense_status
  }
  const call = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${service.url}/v1/businesses/${client_id}/custom-fields${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, ...(text === "" ? {} : JSON.parse(text)) }
  }
  return { operator, client, params, budget_id: budget.id, charge, status, call }
}

const centre = { name: "Cost centre", field_type: "LIST" } as const
const refused = (code: string) => ({ status: 400, code })

describe("custom fields", () => {
  test("are linked to budgets according to their setting", async () => {
    const { client, params, budget_id, status, call } = await found()
    const field = await client.customFields.create({ params, body: centre })
    expect(field).toMatchObject({ budget_setting: "ALL_CURRENT_AND_NEW", created_by: "PUBLIC_API" })
    const set = (budget_setting: string) => call("PATCH", `/${field.id}`, { budget_setting })
    const linked = async () => (await call("GET", `/${field.id}/budgets`)).results
    const link = () => call("POST", `/${field.id}/budgets`, { budget: budget_id })
    const unlink = () => call("DELETE", `/${field.id}/budgets/${budget_id}`)
    expect(await link()).toMatchObject(refused("budget_setting_not_some"))
    expect(await linked()).toEqual([{ id: budget_id, name: "Travel" }])

    await set("SOME")
    expect(await linked()).toEqual([{ id: budget_id, name: "Travel" }])
    expect(await link()).toMatchObject(refused("budget_already_linked"))
    expect(await unlink()).toEqual({ status: 204 })
    expect(await unlink()).toMatchObject({ status: 404 })
    expect(await link()).toEqual({ status: 201, id: budget_id, name: "Travel" })
    const each = { ...params, budget_id }
    await client.budgets.update({ params: each, body: { custom_fields: [] } })
    expect(await linked()).toEqual([])
    await client.budgets.update({ params: each, body: { custom_fields: [{ id: field.id }] } })
    expect(await linked()).toHaveLength(1)

    await set("NONE")
    expect(await linked()).toEqual([])
    await set("SOME")
    expect(await linked()).toEqual([])
    expect(await call("DELETE", `/${field.id}`)).toEqual({ status: 204 })
    expect(await call("GET", `/${field.id}`)).toMatchObject({ status: 404 })
    expect(await call("GET", "")).toMatchObject({ count: 0 })
    // A transaction that was complete before these changes is still complete.
    expect(await status()).toBe("COMPLETE")
  })

  test("have unique names, types that cannot change while in use, and options", async () => {
    const { client, operator, params, charge, call } = await found()
    const { id } = await client.customFields.create({ params, body: centre })
    const again = { ...centre, name: "COST CENTRE" }
    expect(await call("POST", "", again)).toMatchObject(refused("custom_field_exists"))
    for (const [is_manager_only, expected] of [
      [true, refused("not_allowed")],
      [null, refused("wrong_type")],
      [false, { status: 200, is_manager_only: false }],
    ] as const) {
      expect(await call("PATCH", `/${id}`, { is_manager_only })).toMatchObject(expected)
    }
    const option = await call("POST", `/${id}/options`, { text: "Perth" })
    expect(option).toMatchObject({ status: 201, text: "Perth", enabled: true })
    const exists = await call("POST", `/${id}/options`, { text: "Perth" })
    expect(exists).toMatchObject(refused("custom_field_option_exists"))
    const retype = () => call("PATCH", `/${id}`, { field_type: "FREE_TEXT" })
    expect(await retype()).toMatchObject(refused("custom_field_in_use"))
    expect(await call("DELETE", `/${id}/options/${option.id}`)).toEqual({ status: 204 })
    const values = [{ field_name: "Cost centre", entry_text: "Perth" }]
    const each = { ...params, transaction_id: charge.id }
    await operator.transactions.update({ params: each, body: { custom_fields: values } })
    expect(await retype()).toMatchObject(refused("custom_field_in_use"))
    await operator.transactions.update({ params: each, body: { custom_fields: [] } })
    expect(await retype()).toMatchObject({ status: 200, field_type: "FREE_TEXT" })
    const text = await call("POST", `/${id}/options`, { text: "Perth" })
    expect(text).toMatchObject(refused("custom_field_is_free_text"))
  })

  test("allow only changes of their setting and options if made by an integration", async () => {
    const { operator, params, client, call } = await found()
    const body = { ...centre, created_by: "XERO", options: [{ text: "West" }] } as const
    const { id } = await operator.syncedCustomFields.create({ params, body })
    const { results } = await call("GET", `/${id}/options`)
    const option = `/${id}/options/${results[0].id}`
    const managed = refused("integration_manages_field")
    expect(await call("PATCH", `/${id}`, { name: "Mine" })).toMatchObject(managed)
    expect(await call("PATCH", `/${id}`, { budget_setting: "NONE" })).toMatchObject({ status: 200 })
    expect(await call("POST", `/${id}/options`, { text: "East" })).toMatchObject(managed)
    expect(await call("PATCH", option, { text: "East" })).toMatchObject(managed)
    expect(await call("PATCH", option, { enabled: false })).toMatchObject({ enabled: false })
    expect(await call("DELETE", option)).toMatchObject(managed)
    const key = { ...params, custom_field_id: id }
    const options = [{ text: "East" }, { text: "West" }]
    await operator.syncedCustomFields.update({ params: key, body: { options } })
    const after = await client.customFieldOptions.list({ params: key })
    expect(after.results.map(({ text, enabled }) => [text, enabled])).toEqual([
      ["West", false],
      ["East", true],
    ])
    await operator.syncedCustomFields.remove({ params: key })
    expect(await call("GET", option.replace(/\/options.*/u, ""))).toMatchObject({ status: 404 })
  })
})
