import { describe, expect, test } from "vitest"
import { aCategory, aTransaction } from "../../test/given.ts"
import { zero } from "../core/money.ts"
import type { Category } from "../core/records/categories.ts"
import type { Transaction } from "../core/records/transactions.ts"
import { showTransaction } from "./show.ts"

const item = {
  ...{ id: "item-1", amount: zero, gst_amount: zero, category_id: "meals", description: "" },
  ...{ custom_fields: [], tax_rate_id: null },
}

/** The category of its line item, where that was something else in March and in June. */
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
  ])("of %s", (_, fields, name, code) => {
    expect(shown(fields)).toEqual({ id: "meals", name, code })
  })

  test("that is deleted has its code on locked days only", () => {
    const gone = { is_deleted: true }
    const march = shown({ auth_date: "2026-03-01T00:00:00.000Z" }, gone)
    const july = shown({ auth_date: "2026-07-01T00:00:00.000Z" }, gone)
    expect([march?.code, july?.code]).toEqual(["code of march", null])
  })
})
