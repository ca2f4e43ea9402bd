import { afterAll, beforeAll, expect, test } from "vitest"
import { makeBusiness } from "./business.ts"
import { type Service, startService } from "./service.ts"

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service?.stop())

type Values = ReadonlyArray<{ readonly field_name: string; readonly entry_text: string }>

/** A business with a budget, a category and charges that are complete under its settings. */
const found = async () => {
  const { operator, params, user, clientAs } = await makeBusiness(service)
  const ann = { user: { id: await user("Ann") } }
  const client = await clientAs("Admin")
  const budget = await client.budgets.create({
    params,
    body: {
      ...{ name: "Travel", reset_amount: 100, reset_period: "MONTHLY" as const },
      ...{ has_member_limits: false, rollover_funds: false, members: [ann], owners: [ann] },
    },
  })
  const { results } = await client.categories.list({ params })
  const [meals, rent] = results
  if (meals === undefined || rent === undefined) throw new Error("there are categories")
  let charges = 0
  const record = (custom_fields: Values = [], category_id = meals.id) =>
    operator.transactions.record({
      params,
      body: {
        ...{ external_id: `e-${++charges}`, transaction_type: "CARD_TRANSACTION" as const },
        ...{ status: "AUTHED" as const, auth_date: "2026-01-05T00:00:00.000Z" },
        ...{ merchant_name: "Train", amount: -10, budget_id: budget.id, custom_fields },
        receipt_urls: ["https://example.com/r"],
        line_items: [{ amount: 10, category_id }],
      },
    })
  const get = (transaction_id: string) =>
    client.transactions.get({ params: { ...params, transaction_id } })
  const statusOf = async (transaction_id: string) => (await get(transaction_id)).expense_status
  const completes = async (transaction_id: string) => {
    expect(await statusOf(transaction_id)).toBe("INCOMPLETE_EXPENSE")
    await service.reassess()
    expect(await statusOf(transaction_id)).toBe("COMPLETE")
  }
  const field = (name: string, field_type: "LIST" | "FREE_TEXT" = "FREE_TEXT") =>
    client.customFields.create({ params, body: { name, field_type } })
  return {
    ...{ operator, client, params, budget_id: budget.id, meals, rent },
    ...{ record, get, statusOf, completes, field },
  }
}

const perth = (field_name: string) => ({ field_name, entry_text: "Perth" })

test("a value shows the name of its own field, even if the field was deleted", async () => {
  const { client, operator, params, record, get, field } = await found()
  const { id: custom_field_id } = await field("Cost centre")
  const key = { ...params, custom_field_id }
  const { id } = await record([perth("COST CENTRE"), perth("Other")])
  const names = async () => (await get(id)).custom_fields.map((_) => _.field_name)
  expect(await names()).toEqual(["Cost centre", "Other"])
  await client.customFields.update({ params: key, body: { name: "Site" } })
  expect(await names()).toEqual(["Site", "Other"])
  const retype = client.customFields.update({ params: key, body: { field_type: "LIST" } })
  await expect(retype).rejects.toMatchObject({ code: "custom_field_in_use" })
  const listed = await client.transactions.list({ params })
  expect(listed.results[0]?.custom_fields).toEqual([perth("Site"), perth("Other")])
  const clear = { params: { ...params, transaction_id: id }, body: {} }
  expect((await operator.transactions.clear(clear)).custom_fields[0]).toEqual(perth("Site"))

  await client.customFields.remove({ params: key })
  const second = await field("Site")
  await client.customFields.update({
    params: { ...params, custom_field_id: second.id },
    body: { name: "Place", field_type: "LIST" },
  })
  expect(await names()).toEqual(["Site", "Other"])
  const { results } = await client.events.list({ params, query: { type: "custom_field.deleted" } })
  expect(results[0]?.data).toMatchObject({ id: custom_field_id, name: "Site" })
})

test("renaming a field requires no new value", async () => {
  const { client, params, record, statusOf, field } = await found()
  const before = await record()
  const { id: custom_field_id } = await field("Cost centre")
  const key = { ...params, custom_field_id }
  const [filled, unfilled] = [await record([perth("Cost centre")]), await record()]
  const statuses = () => Promise.all([before, filled, unfilled].map(({ id }) => statusOf(id)))
  expect(await statuses()).toEqual(["COMPLETE", "COMPLETE", "INCOMPLETE_EXPENSE"])
  await client.customFields.update({ params: key, body: { name: "Site" } })
  expect(await statusOf((await record([perth("Site")])).id)).toBe("COMPLETE")
  const late = await record([perth("Cost centre")])
  expect(late.expense_status).toBe("INCOMPLETE_EXPENSE")
  expect(await statuses()).toEqual(["COMPLETE", "COMPLETE", "INCOMPLETE_EXPENSE"])
})

test.each([
  [
    "the field is deleted",
    (_: Found, key: FieldKey) => _.client.customFields.remove({ params: key }),
  ],
  [
    "the field is hidden everywhere",
    (_: Found, key: FieldKey) =>
      _.client.customFields.update({ params: key, body: { budget_setting: "NONE" } }),
  ],
  [
    "the field gets an option with the text",
    (_: Found, key: FieldKey) =>
      _.client.customFieldOptions.create({ params: key, body: { text: "Perth" } }),
  ],
])("an expense becomes complete soon after %s, and remains complete", async (_, change) => {
  const business = await found()
  const { client, operator, params, record, statusOf, completes, field } = business
  const { id: custom_field_id } = await field("Cost centre", "LIST")
  const key = { ...params, custom_field_id }
  const waiting = await record([perth("Cost centre")])
  const bare = await record()
  expect(waiting.expense_status).toBe("INCOMPLETE_EXPENSE")
  await change(business, key)
  await completes(waiting.id)
  const { results } = await client.events.list({ params, query: { type: "transaction.updated" } })
  const event = results.find(({ data }) => "id" in data && data.id === waiting.id)
  expect(event).toMatchObject({
    actor: { type: "system" },
    previous: { expense_status: "INCOMPLETE_EXPENSE" },
  })

  await field("Region")
  const transaction = { ...params, transaction_id: waiting.id }
  await operator.transactions.clear({ params: transaction, body: {} })
  expect(await statusOf(waiting.id)).toBe("COMPLETE")
  await operator.transactions.update({ params: transaction, body: { attendees: ["Ann"] } })
  expect(await statusOf(waiting.id)).toBe("INCOMPLETE_EXPENSE")
  expect(["COMPLETE", "INCOMPLETE_EXPENSE"]).toContain(await statusOf(bare.id))
})

type Found = Awaited<ReturnType<typeof found>>
type FieldKey = { readonly client_id: number; readonly custom_field_id: string }

test("a category must be visible on the budget", async () => {
  const { client, params, budget_id, meals, rent, record, statusOf, completes } = await found()
  const budget = { ...params, budget_id }
  const limit = (categories: ReadonlyArray<string>) =>
    client.budgets.update({ params: budget, body: { limit_categories: true, categories } })
  const before = await record()
  await limit([rent.id])
  const [restricted, visible] = [await record(), await record([], rent.id)]
  expect(await Promise.all([before, restricted, visible].map(({ id }) => statusOf(id)))).toEqual([
    "COMPLETE",
    "INCOMPLETE_EXPENSE",
    "COMPLETE",
  ])
  await limit([rent.id, meals.id])
  await completes(restricted.id)
})
