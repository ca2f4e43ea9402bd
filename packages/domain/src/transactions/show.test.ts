import { describe, expect, test } from "vitest"
import { aTaxRate } from "../../test/accounts.ts"
import { aCategory, aTransaction } from "../../test/given.ts"
import { zero } from "../core/money.ts"
import type { Category } from "../core/records/categories.ts"
import type { TaxRate } from "../core/records/tax-rates.ts"
import type { Transaction } from "../core/records/transactions.ts"
import { showTransaction } from "./show.ts"

const item = {
  ...{ id: "item-1", amount: zero, gst_amount: zero, category_id: "meals", description: "" },
  ...{ custom_fields: [], tax_rate_id: null },
}

/** Returns the category of the line item. Until March and until June it was a different one. */
const shown = (fields: Partial<Transaction>, category: Partial<Category> = {}) => {
  const meals = aCategory("meals", {
    ...{ name: "Food", accounting_code_id: "now", ...category },
    locked: [
      { through: "2026-03-31", name: "Meals", accounting_code_id: "march" },
      { through: "2026-06-30", name: "Meals", accounting_code_id: null },
    ],
  })
  const codes = ["now", "march"].map((id) => [id, { id, code: `code of ${id}` }] as const)
  const none = { get: () => undefined }
  const record = showTransaction(aTransaction({ line_items: [item], ...fields }), {
    categories: new Map([["meals", meals]]),
    accounting_codes: new Map(codes),
    ...{ budgets: none, users: none, custom_fields: none, tax_rates: none },
  })
  return record.line_items[0]?.category
}

/** Returns the tax rate of the line item, which was different until March. */
const rateOf = (fields: Partial<Transaction>, rate: Partial<TaxRate> = {}) => {
  const was = { ...{ name: "Old GST", rate: 80_000, code: "OLD" }, is_enabled: true } as const
  const locked = [{ through: "2026-03-31", is_default_for: "NONE", ...was } as const]
  const gst = aTaxRate({ name: "GST", code: null, locked, ...rate })
  const none = { get: () => undefined }
  const line_items = [{ ...item, tax_rate_id: gst.id }]
  const record = showTransaction(aTransaction({ line_items, ...fields }), {
    ...{ budgets: none, users: none, categories: none, custom_fields: none },
    ...{ accounting_codes: none, tax_rates: new Map([[gst.id, gst]]) },
  })
  return record.line_items[0]?.tax_rate
}

describe("the tax rate of a line item", () => {
  const now = { name: "GST", rate: 100_000, code: null, is_default_for: "DOMESTIC" }
  const then = { name: "Old GST", rate: 80_000, code: "OLD", is_default_for: "NONE" }
  const march = { auth_date: "2026-03-31T23:59:59.999Z" }
  const april = { auth_date: "2026-04-01T00:00:00.000Z" }
  const deletedFlag = { is_deleted: true }
  test.each<readonly [string, Partial<Transaction>, Partial<TaxRate>, object | null]>([
    ["an open day", april, {}, now],
    ["the last locked day", march, {}, then],
    ["a locked day, booked on an open one", { ...march, booked_on: "2026-04-02" }, {}, now],
    ["a locked day, declined", { ...march, status: "DECLINED" }, {}, now],
    ["an open day, deleted", april, deletedFlag, null],
    ["a locked day, deleted", march, deletedFlag, then],
    [
      "a locked day, deleted while the books were open",
      march,
      { ...deletedFlag, locked: [] },
      null,
    ],
  ])("on %s", (_, fields, rate, expected) => {
    const shown = { id: "rate-1", is_enabled: true, source: "INTEGRATION" }
    expect(rateOf(fields, rate)).toEqual(expected && { ...shown, ...expected })
  })
})

describe("the category of a line item", () => {
  test.each<readonly [string, Partial<Transaction>, string, string | null]>([
    ["an open day", { auth_date: "2026-07-01T00:00:00.000Z" }, "Food", "code of now"],
    ["the last locked day", { auth_date: "2026-06-30T23:59:59.999Z" }, "Meals", null],
    ["a day locked before", { auth_date: "2026-03-31T23:59:59.999Z" }, "Meals", "code of march"],
    [
      "a locked day, booked on an open one",
      { auth_date: "2026-03-01T00:00:00.000Z", booked_on: "2026-07-02" },
      ...(["Food", "code of now"] as const),
    ],
    [
      "a locked day, declined",
      { auth_date: "2026-03-01T00:00:00.000Z", status: "DECLINED" },
      ...(["Food", "code of now"] as const),
    ],
  ])("on %s", (_, fields, name, code) => {
    expect(shown(fields)).toEqual({ id: "meals", name, code })
  })

  test("has its code only on locked days once it is deleted", () => {
    const deletedFlag = { is_deleted: true }
    const march = shown({ auth_date: "2026-03-01T00:00:00.000Z" }, deletedFlag)
    const july = shown({ auth_date: "2026-07-01T00:00:00.000Z" }, deletedFlag)
    expect([march?.code, july?.code]).toEqual(["code of march", null])
  })
})
