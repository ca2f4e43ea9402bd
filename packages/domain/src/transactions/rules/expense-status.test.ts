import { describe, expect, test } from "vitest"
import { aBudget, aCategory, aCustomField, anOption, aTransaction } from "../../../test/given.ts"
import { money, zero } from "../../core/money.ts"
import type { Budget } from "../../core/records/budgets.ts"
import {
  type LineItem,
  type Transaction,
  transactionTypes,
} from "../../core/records/transactions.ts"
import { expenseStatus, type RequiredField, requiredFields } from "./expense-status.ts"

const item = (fields: Partial<LineItem> = {}): LineItem => ({
  id: "item-1",
  amount: money(1_200),
  gst_amount: zero,
  category_id: "meals",
  description: "",
  custom_fields: [],
  tax_rate_id: null,
  ...fields,
})

const valuesOf = (entry_text: string, custom_field_id: string | null = "project") => [
  { custom_field_id, field_name: "Project", entry_text },
]
const project = valuesOf("Perth")
const complete: Partial<Transaction> = {
  receipt_urls: ["https://r.example/1.pdf"],
  line_items: [item()],
  custom_fields: project,
}
const categories = new Map([
  ["meals", aCategory("meals")],
  ["off", aCategory("off", { enabled: false })],
  ["gone", aCategory("gone", { is_deleted: true })],
])

const rows: ReadonlyArray<{
  readonly name: string
  readonly transaction: Partial<Transaction>
  /** Defaults to the field Project with any text. */
  readonly required?: ReadonlyArray<RequiredField>
  readonly budget?: Budget
  readonly status: string
}> = [
  { name: "nothing is missing", transaction: {}, status: "COMPLETE" },
  {
    name: "the line items of a credit add up to its unsigned amount",
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
    name: "a category that is deleted",
    transaction: { line_items: [item({ category_id: "gone" })] },
    status: "INCOMPLETE_EXPENSE",
  },
  {
    name: "a field without a value",
    transaction: { custom_fields: valuesOf("Perth", "other") },
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
    transaction: { custom_fields: valuesOf("") },
    status: "INCOMPLETE_EXPENSE",
  },
  {
    name: "text under the name of the field that belongs to no field",
    transaction: { custom_fields: valuesOf("Perth", null) },
    status: "INCOMPLETE_EXPENSE",
  },
  {
    name: "a text that is not an option of the LIST",
    transaction: {},
    required: [{ id: "project", texts: new Set(["Sydney", "perth"]) }],
    status: "INCOMPLETE_EXPENSE",
  },
  {
    name: "the text of an option of the LIST next to another value",
    transaction: { custom_fields: [...valuesOf("Elsewhere"), ...project] },
    required: [{ id: "project", texts: new Set(["Perth"]) }],
    status: "COMPLETE",
  },
  {
    name: "a LIST without options",
    transaction: {},
    required: [{ id: "project", texts: new Set() }],
    status: "INCOMPLETE_EXPENSE",
  },
  {
    name: "a category that is not visible on the budget",
    transaction: {},
    budget: aBudget({ limit_categories: true, categories: ["off"] }),
    status: "INCOMPLETE_EXPENSE",
  },
  {
    name: "a category that is visible on the budget",
    transaction: {},
    budget: aBudget({ limit_categories: true, categories: ["off", "meals"] }),
    status: "COMPLETE",
  },
  {
    name: "a category that is listed and disabled",
    transaction: { line_items: [item({ category_id: "off" })] },
    budget: aBudget({ limit_categories: true, categories: ["off"] }),
    status: "INCOMPLETE_EXPENSE",
  },
]

const expenses = ["CARD_TRANSACTION", "BILL", "REIMBURSEMENT"]

describe("expenseStatus", () => {
  test.each(rows)("is $status when $name", ({ transaction, status, ...rest }) => {
    const given = { ...aTransaction(complete), ...transaction }
    const { required = [{ id: "project", texts: null }], budget = null } = rest
    expect(expenseStatus(given, { categories, required, budget })).toBe(status)
  })

  test.each(transactionTypes)(
    "is COMPLETE for a bare %s unless it needs a receipt",
    (transaction_type) => {
      expect(
        expenseStatus(aTransaction({ transaction_type }), {
          categories,
          required: [],
          budget: null,
        }),
      ).toBe(expenses.includes(transaction_type) ? "INCOMPLETE_EXPENSE" : "COMPLETE")
    },
  )
})

test("requiredFields returns fields linked to the budget that are not manager-only", () => {
  const link = { client_id: 7, budget_id: "budget-1", allow_options: null }
  const all = { budget_setting: "ALL_CURRENT_AND_NEW", field_type: "FREE_TEXT" } as const
  const fields = {
    custom_fields: [
      aCustomField("all", all),
      aCustomField("linked"),
      aCustomField("elsewhere"),
      aCustomField("none", { budget_setting: "NONE" }),
      aCustomField("manager", { ...all, is_manager_only: true }),
      aCustomField("gone", { ...all, is_deleted: true }),
    ],
    custom_field_budgets: [
      { ...link, custom_field_id: "linked", allow_options: ["o2"] },
      { ...link, custom_field_id: "none" },
      { ...link, custom_field_id: "elsewhere", budget_id: "budget-2" },
    ],
    custom_field_options: [
      { ...anOption("o1", "linked"), enabled: false },
      anOption("o2", "linked"),
      anOption("o3", "elsewhere"),
    ],
  }
  expect(requiredFields(fields, "budget-1")).toEqual([
    { id: "all", texts: null },
    { id: "linked", texts: new Set(["Option o1", "Option o2"]) },
  ])
})
