import { isVisible } from "../../categories/rules.ts"
import type { Budget } from "../../core/records/budgets.ts"
import type { Category } from "../../core/records/categories.ts"
import type {
  ExpenseStatus,
  RecordedValue,
  Transaction,
  TransactionType,
} from "../../core/records/transactions.ts"
import type { TransactionContext } from "../context.ts"

/**
 * Types that need a receipt: "Receipt (card transactions, bills, reimbursements)". The others "are
 * always complete".
 */
const expenses: ReadonlySet<TransactionType> = new Set([
  "CARD_TRANSACTION",
  "BILL",
  "REIMBURSEMENT",
])

/** Requirements for an expense. */
export interface ExpenseRules {
  /** Keyed by id. */
  readonly categories: ReadonlyMap<string, Pick<Category, "id" | "enabled" | "is_deleted">>
  /** Budget that the expense is charged to, or null. */
  readonly budget: Pick<Budget, "limit_categories" | "categories"> | null
  /** Fields that need a value; see `requiredFields`. */
  readonly required: ReadonlyArray<RequiredField>
}

export interface RequiredField {
  readonly id: string
  /** Allowed texts of a value; null for any text. */
  readonly texts: ReadonlySet<string> | null
}

type Expense = Pick<
  Transaction,
  "transaction_type" | "amount" | "receipt_urls" | "line_items" | "custom_fields"
>

/**
 * Returns the expense status. "`expense_status` is derived …: COMPLETE when there is a receipt
 * (card transactions, bills, reimbursements), the line items add up to the amount, each has an
 * enabled category that is visible on the budget, and each custom field linked to the budget (not
 * manager-only) has a value, of a LIST one the text of an option of that field; deposits,
 * transfers, charges and credits are always complete." "Line items add up to the magnitude of
 * `amount`." A field has a value if the transaction or every line item has one.
 */
export const expenseStatus = (
  transaction: Expense,
  { categories, budget, required }: ExpenseRules,
): ExpenseStatus => {
  if (!expenses.has(transaction.transaction_type)) return "COMPLETE"
  const { line_items, custom_fields } = transaction
  const complete =
    couldBeComplete(transaction) &&
    line_items.every(({ category_id }) => {
      const category = categories.get(category_id ?? "")
      return category !== undefined && isVisible(category, budget)
    }) &&
    required.every(
      (field) =>
        has(custom_fields, field) ||
        (line_items.length > 0 && line_items.every((item) => has(item.custom_fields, field))),
    )
  return complete ? "COMPLETE" : "INCOMPLETE_EXPENSE"
}

/** Returns the status if settings cannot change it; null if it depends on settings. */
export const settledStatus = (transaction: Expense): ExpenseStatus | null => {
  if (!expenses.has(transaction.transaction_type)) return "COMPLETE"
  const isCategorised = transaction.line_items.every(({ category_id }) => category_id !== null)
  return isCategorised && couldBeComplete(transaction) ? null : "INCOMPLETE_EXPENSE"
}

/**
 * True if an expense has its receipt and its line items add up, so that only settings decide
 * whether it is complete.
 */
export const couldBeComplete = ({ amount, receipt_urls, line_items }: Expense): boolean =>
  receipt_urls.length > 0 &&
  line_items.reduce((sum, item) => sum + item.amount, 0) === Math.abs(amount)

const has = (values: ReadonlyArray<RecordedValue>, { id, texts }: RequiredField): boolean =>
  values.some(
    ({ custom_field_id, entry_text }) =>
      custom_field_id === id && (texts === null ? entry_text !== "" : texts.has(entry_text)),
  )

/**
 * Returns the fields that need a value. "Required: every field linked to the budget that is not
 * manager-only." Disabled options and those not available on the budget also count, because another
 * system may have recorded them earlier.
 */
export const requiredFields = (
  {
    custom_fields,
    custom_field_budgets,
    custom_field_options,
  }: Pick<TransactionContext, "custom_fields" | "custom_field_budgets" | "custom_field_options">,
  budget_id: string,
): ReadonlyArray<RequiredField> =>
  custom_fields
    .filter(
      (field) =>
        !field.is_deleted &&
        !field.is_manager_only &&
        (field.budget_setting === "ALL_CURRENT_AND_NEW" ||
          (field.budget_setting === "SOME" &&
            custom_field_budgets.some(
              (link) => link.budget_id === budget_id && link.custom_field_id === field.id,
            ))),
    )
    .map(({ id, field_type }) => ({
      id,
      texts:
        field_type === "FREE_TEXT"
          ? null
          : new Set(
              custom_field_options.filter((_) => _.custom_field_id === id).map((_) => _.text),
            ),
    }))
