import { lockedOn } from "../core/lock.ts"
import type { AccountingCode } from "../core/records/accounting-codes.ts"
import type { Budget } from "../core/records/budgets.ts"
import type { Category } from "../core/records/categories.ts"
import type { CustomField } from "../core/records/custom-fields.ts"
import type { TaxRate, TaxRateRecord } from "../core/records/tax-rates.ts"
import type {
  LineItem,
  LineItemRecord,
  Transaction,
  TransactionRecord,
} from "../core/records/transactions.ts"
import { subUser, type User } from "../core/records/users.ts"
import { showTaxRate } from "../tax-rates/rules.ts"
import { bookedDay } from "./context.ts"
import { showValues } from "./rules/values.ts"

/**
 * The rows that transactions refer to, by id, deleted or not.
 */
export interface Mentioned {
  readonly budgets: ReadonlyMap<string, Pick<Budget, "id" | "name" | "budget_type">>
  readonly users: ReadonlyMap<number, User>
  readonly categories: ReadonlyMap<
    string,
    Pick<Category, "id" | "name" | "accounting_code_id" | "is_deleted" | "locked">
  >
  readonly custom_fields: ReadonlyMap<string, Pick<CustomField, "id" | "name">>
  readonly accounting_codes: ReadonlyMap<string, Pick<AccountingCode, "id" | "code">>
  readonly tax_rates: ReadonlyMap<string, TaxRate>
}

type ShownTaxRate = Omit<TaxRate, "client_id" | "created" | "updated">

/** Lookup of one row at a time. */
interface Lookup<K, A> {
  readonly get: (id: K) => A | undefined
}

/** The fields of these rows that are shown. Maps are valid lookups. */
export interface Named {
  readonly budgets: Lookup<string, Pick<Budget, "id" | "name" | "budget_type">>
  readonly users: Lookup<number, Pick<User, "id" | "first_name" | "last_name" | "display_name">>
  readonly categories: Lookup<
    string,
    Pick<Category, "id" | "name" | "accounting_code_id" | "is_deleted" | "locked">
  >
  readonly custom_fields: Lookup<string, Pick<CustomField, "id" | "name">>
  readonly accounting_codes: Lookup<string, Pick<AccountingCode, "id" | "code">>
  readonly tax_rates: Lookup<string, ShownTaxRate>
}

/** The fields of a transaction that are shown or that determine what is shown. */
export type ShownParts = Pick<
  Transaction,
  | Exclude<keyof TransactionRecord, "budget" | "user" | "custom_fields" | "line_items">
  | "booked_on"
  | "budget_id"
  | "user_id"
  | "custom_fields"
  | "line_items"
>

/** Indexes rows by id. */
export const byId = <A extends { readonly id: string | number }>(
  rows: ReadonlyArray<A>,
): ReadonlyMap<A["id"], A> => new Map(rows.map((row) => [row.id, row]))

/** Returns a transaction as the interface shows it, with its budget, user and categories. */
export const showTransaction = (transaction: ShownParts, mentioned: Named): TransactionRecord => {
  const { user_id, budget_id } = transaction
  const budget = budget_id === null ? undefined : mentioned.budgets.get(budget_id)
  const user = user_id === null ? undefined : mentioned.users.get(user_id)
  return {
    id: transaction.id,
    transaction_type: transaction.transaction_type,
    status: transaction.status,
    expense_status: transaction.expense_status,
    auth_date: transaction.auth_date,
    cleared_date: transaction.cleared_date,
    merchant_name: transaction.merchant_name,
    currency: transaction.currency,
    amount: transaction.amount,
    fx_amount: transaction.fx_amount,
    gst: transaction.gst,
    budget:
      budget === undefined
        ? null
        : { id: budget.id, name: budget.name, budget_type: budget.budget_type },
    user: user === undefined ? null : subUser(user),
    attendees: transaction.attendees,
    receipt_urls: transaction.receipt_urls,
    custom_fields: showValues(transaction.custom_fields, nameIn(mentioned)),
    line_items: transaction.line_items.map((item) => showLineItem(item, transaction, mentioned)),
    created: transaction.created,
    updated: transaction.updated,
  }
}

const nameIn =
  ({ custom_fields }: Named) =>
  (id: string): string | undefined =>
    custom_fields.get(id)?.name

/**
 * Returns the state of a category, code or rate when the books of the transaction were closed;
 * undefined if it has not changed since, or they are open. A declined transaction counts on no day,
 * so it is never locked.
 */
export const lockedFor = <L extends { readonly through: string }>(
  transaction: Pick<Transaction, "status" | "auth_date" | "booked_on">,
  { locked }: { readonly locked: ReadonlyArray<L> },
): L | undefined =>
  locked.length === 0 || transaction.status === "DECLINED"
    ? undefined
    : lockedOn(locked, bookedDay(transaction))

/**
 * Returns a line item as the interface shows it. "A deleted category leaves budgets; recorded line
 * items keep its name", namely its last name, but no code. On locked transactions neither changes.
 */
const showLineItem = (
  item: LineItem,
  transaction: ShownParts,
  mentioned: Named,
): LineItemRecord => {
  const { id, amount, gst_amount, description, custom_fields, tax_rate_id, category_id } = item
  const category = category_id === null ? undefined : mentioned.categories.get(category_id)
  const tax_rate = tax_rate_id === null ? undefined : mentioned.tax_rates.get(tax_rate_id)
  const locked = category && lockedFor(transaction, category)
  const live_code_id = category?.is_deleted === false ? category.accounting_code_id : null
  const code_id = locked === undefined ? live_code_id : locked.accounting_code_id
  const code = code_id === null ? undefined : mentioned.accounting_codes.get(code_id)
  return {
    id,
    amount,
    gst_amount,
    category:
      category_id === null
        ? null
        : {
            id: category_id,
            name: (locked ?? category)?.name ?? "",
            code: code?.code ?? null,
          },
    custom_fields: showValues(custom_fields, nameIn(mentioned)),
    description,
    tax_rate: rateFor(transaction, tax_rate),
  }
}

/**
 * Returns the rate as it is shown: "A TaxRate, or null if none resolved". A deleted rate is null,
 * except on locked days.
 */
export const rateFor = (
  transaction: Pick<Transaction, "status" | "auth_date" | "booked_on">,
  rate: ShownTaxRate | undefined,
): TaxRateRecord | null => {
  if (rate === undefined) return null
  const locked = lockedFor(transaction, rate)
  if (locked !== undefined) return showTaxRate({ ...rate, ...locked })
  return rate.is_deleted ? null : showTaxRate(rate)
}
