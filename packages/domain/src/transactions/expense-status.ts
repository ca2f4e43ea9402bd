import type { Category } from "../categories/model.ts"
import type { TransactionContext } from "./context.ts"
import type { CustomFieldValue, ExpenseStatus, Transaction, TransactionType } from "./model.ts"

/** "Receipt (card transactions, bills, reimbursements)": the others "are always complete". */
const expenses: ReadonlySet<TransactionType> = new Set([
  "CARD_TRANSACTION",
  "BILL",
  "REIMBURSEMENT",
])

/** What an expense is held to. */
export interface ExpenseRules {
  /** Those that are not deleted, by id. */
  readonly categories: ReadonlyMap<string, Pick<Category, "enabled">>
  /** The names of the fields that need a value: `requiredFields`. */
  readonly required: ReadonlyArray<string>
}

/**
 * "`expense_status` is derived: COMPLETE when there is a receipt (card transactions, bills,
 * reimbursements), the line items add up to the amount, each has an enabled category, and each
 * custom field linked to the budget (not manager-only) has a value; deposits, transfers, charges
 * and credits are always complete." "Line items add up to the magnitude of `amount`." A field has a
 * value where the transaction gives it one, or every line item does.
 */
export const expenseStatus = (
  transaction: Pick<
    Transaction,
    "transaction_type" | "amount" | "receipt_urls" | "line_items" | "custom_fields"
  >,
  { categories, required }: ExpenseRules,
): ExpenseStatus => {
  const { transaction_type, amount, receipt_urls, line_items, custom_fields } = transaction
  if (!expenses.has(transaction_type)) return "COMPLETE"
  const complete =
    receipt_urls.length > 0 &&
    line_items.reduce((sum, item) => sum + item.amount, 0) === Math.abs(amount) &&
    line_items.every((item) => categories.get(item.category_id ?? "")?.enabled === true) &&
    required.every(
      (name) =>
        has(custom_fields, name) ||
        (line_items.length > 0 && line_items.every((item) => has(item.custom_fields, name))),
    )
  return complete ? "COMPLETE" : "INCOMPLETE_EXPENSE"
}

const has = (values: ReadonlyArray<CustomFieldValue>, name: string): boolean =>
  values.some(({ field_name, entry_text }) => field_name === name && entry_text !== "")

/** "Required: every field linked to the budget that is not manager-only", by name. */
export const requiredFields = (
  {
    custom_fields,
    custom_field_budgets,
  }: Pick<TransactionContext, "custom_fields" | "custom_field_budgets">,
  budget_id: string,
): ReadonlyArray<string> =>
  custom_fields
    .filter(
      (field) =>
        !field.is_manager_only &&
        (field.budget_setting === "ALL_CURRENT_AND_NEW" ||
          (field.budget_setting === "SOME" &&
            custom_field_budgets.some(
              (link) => link.budget_id === budget_id && link.custom_field_id === field.id,
            ))),
    )
    .map((field) => field.name)
