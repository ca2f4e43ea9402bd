import { describe, expect, test } from "vitest"
import { aCategory, aTransaction } from "../../test/given.ts"
import type { CustomField } from "../custom-fields/model.ts"
import { money, zero } from "../shared/money.ts"
import { expenseStatus, requiredFields } from "./expense-status.ts"
import { type LineItem, type Transaction, transactionTypes } from "./model.ts"

const item = (fields: Partial<LineItem> = {}): LineItem => ({
  id: "item-1",
  amount: money(1_200),
  gst_amount: zero,
  category_id: "meals",
  category_name: "Meals",
  description: "",
  custom_fields: [],
  tax_rate_id: null,
  ...fields,
})

const project = [{ field_name: "Project", entry_text: "Perth" }]
const complete: Partial<Transaction> = {
  receipt_urls: ["https://r.example/1.pdf"],
  line_items: [item()],
  custom_fields: project,
}
const categories = new Map([
  ["meals", aCategory("meals")],
  ["off", aCategory("off", { enabled: false })],
])

const rows: ReadonlyArray<{
  readonly name: string
  readonly transaction: Partial<Transaction>
  readonly status: string
}> = [
  { name: "everything is there", transaction: {}, status: "COMPLETE" },
  {
    name: "the line items of a credit add up to its magnitude",
    transaction: { amount: money(1_200), fx_amount: money(1_200) },
    status: "COMPLETE",
  },
  {
    name: "several line items add up",
    transaction: { line_items: [item({ amount: money(500) }), item({ amount: money(700) })] },
    status: "COMPLETE",
  },
  {
    name: "nothing was paid and there are no line items",
    transaction: { amount: zero, line_items: [] },
    status: "COMPLETE",
  },
  {
    name: "every line item gives the field a value",
    transaction: { custom_fields: [], line_items: [item({ custom_fields: project })] },
    status: "COMPLETE",
  },
  { name: "no receipt", transaction: { receipt_urls: [] }, status: "INCOMPLETE_EXPENSE" },
  { name: "no line items", transaction: { line_items: [] }, status: "INCOMPLETE_EXPENSE" },
  {
    name: "a cent is missing",
    transaction: { line_items: [item({ amount: money(1_199) })] },
    status: "INCOMPLETE_EXPENSE",
  },
  {
    name: "a cent is too much",
    transaction: { line_items: [item({ amount: money(1_201) })] },
    status: "INCOMPLETE_EXPENSE",
  },
  {
    name: "a line item without a category",
    transaction: { line_items: [item({ category_id: null })] },
    status: "INCOMPLETE_EXPENSE",
  },
  {
    name: "a category that is disabled",
    transaction: { line_items: [item({ category_id: "off" })] },
    status: "INCOMPLETE_EXPENSE",
  },
  {
    name: "a category that is gone",
    transaction: { line_items: [item({ category_id: "gone" })] },
    status: "INCOMPLETE_EXPENSE",
  },
  {
    name: "a field without a value",
    transaction: { custom_fields: [{ field_name: "Other", entry_text: "x" }] },
    status: "INCOMPLETE_EXPENSE",
  },
  {
    name: "one of two line items without the field",
    transaction: {
      custom_fields: [],
      line_items: [
        item({ amount: money(500), custom_fields: project }),
        item({ amount: money(700) }),
      ],
    },
    status: "INCOMPLETE_EXPENSE",
  },
  {
    name: "an empty value",
    transaction: { custom_fields: [{ field_name: "Project", entry_text: "" }] },
    status: "INCOMPLETE_EXPENSE",
  },
]

const expenses = ["CARD_TRANSACTION", "BILL", "REIMBURSEMENT"]

describe("expenseStatus", () => {
  test.each(rows)("is $status when $name", ({ transaction, status }) => {
    const given = { ...aTransaction(complete), ...transaction }
    expect(expenseStatus(given, { categories, required: ["Project"] })).toBe(status)
  })

  test.each(transactionTypes)("of a bare %s", (transaction_type) => {
    expect(expenseStatus(aTransaction({ transaction_type }), { categories, required: [] })).toBe(
      expenses.includes(transaction_type) ? "INCOMPLETE_EXPENSE" : "COMPLETE",
    )
  })
})

const field = (id: string, fields: Partial<CustomField> = {}): CustomField => ({
  client_id: 7,
  id,
  name: `Field ${id}`,
  field_type: "FREE_TEXT",
  budget_setting: "ALL_CURRENT_AND_NEW",
  is_manager_only: false,
  created_by: "PUBLIC_API",
  created: "2026-01-05T09:00:00.000Z",
  updated: "2026-01-05T09:00:00.000Z",
  ...fields,
})

test("requiredFields are those linked to the budget that are not manager-only", () => {
  const link = { client_id: 7, budget_id: "budget-1", allow_options: null }
  const fields = {
    custom_fields: [
      field("all"),
      field("linked", { budget_setting: "SOME" }),
      field("elsewhere", { budget_setting: "SOME" }),
      field("none", { budget_setting: "NONE" }),
      field("manager", { is_manager_only: true }),
    ],
    custom_field_budgets: [
      { ...link, custom_field_id: "linked" },
      { ...link, custom_field_id: "none" },
      { ...link, custom_field_id: "elsewhere", budget_id: "budget-2" },
    ],
  }
  expect(requiredFields(fields, "budget-1")).toEqual(["Field all", "Field linked"])
})
