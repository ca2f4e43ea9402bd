import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { makeBusiness, operatorOf } from "./business.ts"
import { type Service, startService } from "./service.ts"

let service: Service
let operator: ReturnType<typeof operatorOf>

beforeAll(async () => {
  service = await startService()
  operator = operatorOf(service)
})
afterAll(() => service?.stop())

const stage = async (itemised_tax: boolean) => {
  const fields = { features: { itemised_tax }, integration: "XERO" } as const
  const { params, clientAs } = await makeBusiness(service, fields)
  return { params, as: await clientAs("Admin") }
}

type Params = { readonly client_id: number }

const aRate = (params: Params, name: string, rate = 0.1) =>
  operator.taxRates.create({
    params,
    body: { name, rate, is_default_for: "BOTH", is_enabled: true },
  })

const record = (params: Params, external_id: string, tax_rate_id?: string | null) =>
  operator.transactions.record({
    params,
    body: {
      external_id,
      transaction_type: "CARD_TRANSACTION",
      status: "CLEARED",
      auth_date: "2026-01-05T00:00:00.000Z",
      merchant_name: "Rail",
      amount: -11,
      line_items: [{ amount: 10, ...(tax_rate_id === undefined ? {} : { tax_rate_id }) }],
    },
  })

const failure = (work: Promise<unknown>) => work.then(() => null).catch((problem) => problem)

describe("tax rates", () => {
  test("are created by the operator, and listed by name", async () => {
    const { params, as } = await stage(true)
    const second = await aRate(params, "GST", 0.125)
    const first = await aRate(params, "BAS excluded", 0)
    expect(second).toMatchObject({ name: "GST", rate: 0.125, code: null, source: "INTEGRATION" })
    expect((await as.taxRates.list({ params })).results).toEqual([first, second])
    const each = { ...params, tax_rate_id: second.id }
    const body = { rate: 0.000001, code: "G1", is_default_for: "NONE", is_enabled: false } as const
    const changed = await operator.taxRates.update({ params: each, body })
    expect(changed).toEqual({ ...second, ...body })
    expect(await as.taxRates.get({ params: each })).toEqual(changed)
    await operator.taxRates.remove({ params: each })
    expect(await failure(as.taxRates.get({ params: each }))).toMatchObject({ status: 404 })
    for (const refused of [
      operator.taxRates.update({ params: each, body }),
      operator.taxRates.remove({ params: each }),
    ]) {
      expect(await failure(refused)).toMatchObject({ status: 404, code: "not_found" })
    }
  })

  test.each([-0.1, 1.1, 0.0000001, 10])("the rate %d is refused", async (rate) => {
    const { params } = await stage(true)
    const refused = await failure(aRate(params, "Wrong", rate))
    expect(refused).toMatchObject({ status: 400, code: "out_of_range" })
    expect(refused.errors).toMatchObject([{ pointer: "/rate" }])
  })

  test("are empty or 404 without itemised tax, and line items have no tax_rate", async () => {
    const { params, as } = await stage(false)
    const { id } = await aRate(params, "GST")
    expect(await as.taxRates.list({ params })).toMatchObject({ count: 0, results: [] })
    const got = as.taxRates.get({ params: { ...params, tax_rate_id: id } })
    expect(await failure(got)).toMatchObject({ status: 404 })
    const named = await failure(record(params, "a", id))
    expect(named).toMatchObject({ status: 400, code: "unknown_tax_rate" })
    const plain = await record(params, "b")
    expect(plain.line_items[0]).not.toHaveProperty("tax_rate")
  })

  test("apply by default to a line item without one, by its currency", async () => {
    const { params } = await stage(true)
    const rate = await aRate(params, "GST")
    expect((await record(params, "a")).line_items[0]?.tax_rate).toEqual(rate)
    await operator.taxRates.update({
      params: { ...params, tax_rate_id: rate.id },
      body: { is_default_for: "INTERNATIONAL" },
    })
    expect((await record(params, "b")).line_items[0]?.tax_rate).toBeNull()
  })

  test("are shown in line items with their current values, or as null", async () => {
    const { params, as } = await stage(true)
    const rate = await aRate(params, "GST")
    const taxed = await record(params, "a", rate.id)
    expect(taxed.line_items[0]?.tax_rate).toEqual(rate)
    expect((await record(params, "b", null)).line_items[0]?.tax_rate).toBeNull()
    const each = { ...params, transaction_id: taxed.id }
    const shown = async () => (await as.transactions.get({ params: each })).line_items[0]?.tax_rate
    expect(await shown()).toEqual(rate)
    const listed = await as.transactions.list({ params, query: { limit: 10 } })
    const rates = listed.results.map(({ line_items }) => line_items[0]?.tax_rate ?? null)
    expect(rates).toHaveLength(2)
    expect(rates).toEqual(expect.arrayContaining([null, rate]))
    const tax_rate_id = rate.id
    const renamed = await operator.taxRates.update({
      params: { ...params, tax_rate_id },
      body: { name: "Old GST", is_enabled: false },
    })
    expect(await shown()).toEqual(renamed)
    await operator.taxRates.remove({ params: { ...params, tax_rate_id } })
    expect(await shown()).toBeNull()
    const again = operator.transactions.update({
      params: each,
      body: { line_items: [{ amount: 11, tax_rate_id }] },
    })
    const refused = await failure(again)
    expect(refused).toMatchObject({ status: 400, code: "unknown_tax_rate" })
    expect(refused.errors).toMatchObject([{ pointer: "/line_items/0/tax_rate_id" }])
  })

  test("are unknown if they belong to another business", async () => {
    const here = await stage(true)
    const elsewhere = await stage(true)
    const { id } = await aRate(elsewhere.params, "GST")
    const refused = await failure(record(here.params, "a", id))
    expect(refused).toMatchObject({ status: 400, code: "unknown_tax_rate" })
  })
})
