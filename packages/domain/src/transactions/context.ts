import type { AccountingCode } from "../accounting-codes/model.ts"
import type { BudgetMember } from "../budget-members/model.ts"
import type { Budget } from "../budgets/model.ts"
import type { Business, Wallet } from "../businesses/model.ts"
import type { Category } from "../categories/model.ts"
import type { CustomField, CustomFieldBudget } from "../custom-fields/model.ts"
import type { TaxRate } from "../tax-rates/model.ts"
import type { User } from "../users/model.ts"
import type { RecordTransaction, Transaction } from "./model.ts"

/**
 * What a command, or a whole batch of them, names. Ids may repeat, and may be of nothing at all.
 */
export interface TransactionChange {
  readonly client_id: number
  readonly transaction_ids: ReadonlyArray<string>
  readonly external_ids: ReadonlyArray<string>
  readonly user_ids: ReadonlyArray<number>
  readonly budget_ids: ReadonlyArray<string>
  readonly category_ids: ReadonlyArray<string>
}

/**
 * What a store loads, under its lock, before anything is decided about transactions: for each kind
 * what the change names and what those transactions refer to, every row once, in any order.
 */
export interface TransactionContext {
  readonly business: Business
  /** All of the business. */
  readonly wallets: ReadonlyArray<Pick<Wallet, "currency" | "balance">>
  /** Those with one of `transaction_ids`, or with one of `external_ids`. */
  readonly transactions: ReadonlyArray<Transaction>
  /** Deleted or not: those of `budget_ids` and those of `transactions`. */
  readonly budgets: ReadonlyArray<Budget>
  /** Deleted or not: those of `user_ids` and those of `transactions`. */
  readonly users: ReadonlyArray<User>
  /** The memberships of these users in these budgets, ended ones included. */
  readonly members: ReadonlyArray<BudgetMember>
  /** Those of `category_ids` and those of the line items of `transactions`, not deleted. */
  readonly categories: ReadonlyArray<Category>
  /** Those that these categories are mapped to. */
  readonly accounting_codes: ReadonlyArray<AccountingCode>
  /** All of the business where it has itemised tax; elsewhere none. */
  readonly tax_rates: ReadonlyArray<TaxRate>
  /** All of the business. */
  readonly custom_fields: ReadonlyArray<CustomField>
  /** The links of these budgets. */
  readonly custom_field_budgets: ReadonlyArray<CustomFieldBudget>
}

/**
 * The transactions that a change of a category concerns (a line item has it), or one of the custom
 * fields of budgets (null: of every budget).
 */
export type Concern =
  | { readonly category_id: string }
  | { readonly budget_ids: ReadonlyArray<string> | null }

/** Nothing named yet. */
export const nobody = (client_id: number): TransactionChange => ({
  client_id,
  transaction_ids: [],
  external_ids: [],
  user_ids: [],
  budget_ids: [],
  category_ids: [],
})

/** What rows name, each id once. */
export const namedBy = (
  client_id: number,
  rows: ReadonlyArray<RecordTransaction>,
): TransactionChange => {
  const external_ids = new Set<string>()
  const user_ids = new Set<number>()
  const budget_ids = new Set<string>()
  const category_ids = new Set<string>()
  for (const row of rows) {
    external_ids.add(row.external_id)
    if (typeof row.user_id === "number") user_ids.add(row.user_id)
    if (typeof row.budget_id === "string") budget_ids.add(row.budget_id)
    for (const { category_id } of row.line_items ?? []) {
      if (typeof category_id === "string") category_ids.add(category_id)
    }
  }
  return {
    ...nobody(client_id),
    external_ids: [...external_ids],
    user_ids: [...user_ids],
    budget_ids: [...budget_ids],
    category_ids: [...category_ids],
  }
}
