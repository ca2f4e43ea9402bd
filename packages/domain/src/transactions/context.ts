import { dayOf, startOfDay } from "../core/dates.ts"
import type { AccountingCode } from "../core/records/accounting-codes.ts"
import type { Books } from "../core/records/books.ts"
import type { BudgetMember } from "../core/records/budget-members.ts"
import type { EndedPeriod, PeriodPlace } from "../core/records/budget-periods.ts"
import type { Budget } from "../core/records/budgets.ts"
import type { Business, Wallet } from "../core/records/businesses.ts"
import type { Category } from "../core/records/categories.ts"
import type {
  CustomField,
  CustomFieldBudget,
  CustomFieldOption,
} from "../core/records/custom-fields.ts"
import type { TaxRate } from "../core/records/tax-rates.ts"
import type {
  CustomFieldValue,
  LineItemInput,
  RecordTransaction,
  Transaction,
} from "../core/records/transactions.ts"
import type { User } from "../core/records/users.ts"

/**
 * Ids and texts that a command or a batch of commands refers to. Ids may be duplicated, and may not
 * exist.
 */
export interface TransactionChange {
  readonly transaction_ids: ReadonlyArray<string>
  readonly external_ids: ReadonlyArray<string>
  readonly user_ids: ReadonlyArray<number>
  readonly budget_ids: ReadonlyArray<string>
  readonly category_ids: ReadonlyArray<string>
  readonly memberships: ReadonlyArray<Membership>
  /** Texts of custom field values, any of which may be the text of an option. */
  readonly entry_texts: ReadonlyArray<string>
  /** Budget and time of each recorded charge. */
  readonly charges: ReadonlyArray<Extract<PeriodPlace, { readonly at: string }>>
  /** True if the amounts of `transaction_ids` may move. */
  readonly moves: boolean
}

/** A user in a budget, with or without a current or former membership. */
export interface Membership {
  readonly budget_id: string
  readonly user_id: number
}

/**
 * Rows that a store loads, under its lock, before a decision about transactions: those that the
 * change refers to, and those that its transactions refer to. Every row is loaded once, in any
 * order.
 */
export interface TransactionContext {
  readonly business: Business
  /** Null if the books have never been closed. */
  readonly books: Books | null
  /** All wallets of the business. */
  readonly wallets: ReadonlyArray<Pick<Wallet, "currency" | "balance">>
  /** Transactions with one of `transaction_ids` or one of `external_ids`. */
  readonly transactions: ReadonlyArray<Transaction>
  /** Budgets in `budget_ids` and those of `transactions`, including deleted ones. */
  readonly budgets: ReadonlyArray<Budget>
  /** Ended periods of these budgets, at the places of `periodsOf`. */
  readonly periods: ReadonlyArray<EndedPeriod>
  /** Users in `user_ids` and those of `transactions`, including deleted ones. */
  readonly users: ReadonlyArray<User>
  /**
   * Members for `memberships`, and those that each of `transaction_ids` is or may become charged
   * to: its user, or one of `user_ids`, in its budget, or in one of `budget_ids`. Includes ended
   * memberships.
   */
  readonly members: ReadonlyArray<BudgetMember>
  /**
   * Categories in `category_ids` and those of the line items of `transactions`, including deleted
   * ones.
   */
  readonly categories: ReadonlyArray<Category>
  /** Accounting codes that these categories are mapped to. */
  readonly accounting_codes: ReadonlyArray<AccountingCode>
  /** All tax rates of a business with itemised tax; none for others. */
  readonly tax_rates: ReadonlyArray<TaxRate>
  /** Custom fields that are not deleted, and those of the values of `transactions`. */
  readonly custom_fields: ReadonlyArray<CustomField>
  /** Options with one of `entry_texts`, or with the text of a value of `transactions`. */
  readonly custom_field_options: ReadonlyArray<CustomFieldOption>
  /** Links of these budgets. */
  readonly custom_field_budgets: ReadonlyArray<CustomFieldBudget>
}

/** Change that refers to nothing. */
export const nothingNamed: TransactionChange = {
  transaction_ids: [],
  external_ids: [],
  user_ids: [],
  budget_ids: [],
  category_ids: [],
  memberships: [],
  entry_texts: [],
  charges: [],
  moves: false,
}

interface Saying {
  readonly custom_fields?: ReadonlyArray<CustomFieldValue> | undefined
  readonly line_items?: ReadonlyArray<Pick<LineItemInput, "custom_fields">> | undefined
}

/** Returns the texts of the custom field values of expenses, without duplicates. */
export const entryTextsOf = (rows: ReadonlyArray<Saying>): ReadonlyArray<string> => {
  const texts = new Set<string>()
  for (const { custom_fields, line_items } of rows) {
    if (custom_fields !== undefined) for (const value of custom_fields) texts.add(value.entry_text)
    for (const item of line_items ?? []) {
      for (const value of item.custom_fields ?? []) texts.add(value.entry_text)
    }
  }
  return [...texts]
}

/** Returns the ids and texts that rows refer to, without duplicates. */
export const namedBy = (rows: ReadonlyArray<RecordTransaction>): TransactionChange => {
  const external_ids = new Set<string>()
  const user_ids = new Set<number>()
  const budget_ids = new Set<string>()
  const category_ids = new Set<string>()
  const pairs = new Memberships()
  const charges: Array<TransactionChange["charges"][number]> = []
  for (const { external_id, user_id, budget_id, auth_date, line_items = [] } of rows) {
    external_ids.add(external_id)
    if (typeof budget_id === "string") charges.push({ budget_id, at: auth_date })
    if (typeof user_id === "number") user_ids.add(user_id)
    if (typeof budget_id === "string") budget_ids.add(budget_id)
    pairs.add(budget_id, user_id)
    for (const { category_id } of line_items) {
      if (typeof category_id === "string") category_ids.add(category_id)
    }
  }
  return {
    ...nothingNamed,
    external_ids: [...external_ids],
    user_ids: [...user_ids],
    budget_ids: [...budget_ids],
    category_ids: [...category_ids],
    memberships: pairs.all,
    entry_texts: entryTextsOf(rows),
    charges,
  }
}

/**
 * Returns the places of the ended periods that a store loads for a change with these transactions
 * and budgets: the periods of their charges, and those that the charges would have in one of
 * `budget_ids`. Returns none if all of them are current periods.
 */
export const periodsOf = (
  change: TransactionChange,
  transactions: ReadonlyArray<Transaction>,
  budgets: ReadonlyArray<Budget>,
): ReadonlyArray<PeriodPlace> => {
  const current = new Map(budgets.map((budget) => [budget.id, budget]))
  const places = new Map<string, PeriodPlace>()
  const fallsIn = (budget_id: string, at: string): void => {
    const budget = current.get(budget_id)
    if (budget === undefined || budget.period_number === 1 || at >= budget.period_start) return
    places.set(`${budget_id} at ${at}`, { budget_id, at })
  }
  for (const { budget_id, at } of change.charges) fallsIn(budget_id, at)
  if (!change.moves) return [...places.values()]
  for (const transaction of transactions) {
    const { budget_id, period_number } = transaction
    const budget = current.get(budget_id ?? "")
    if (budget !== undefined && period_number !== null && period_number < budget.period_number) {
      places.set(`${budget.id} ${period_number}`, { budget_id: budget.id, number: period_number })
    }
    for (const other of change.budget_ids) fallsIn(other, placedAt(transaction))
  }
  return [...places.values()]
}

/** The fields that determine the period of a charge. */
export type Placed = Pick<Transaction, "auth_date" | "created" | "explanation">

/**
 * Returns the instant that determines the period of a transaction in a budget: the time of the
 * decision for an authorisation, and `auth_date` for other transactions.
 */
export const placedAt = ({ explanation, created, auth_date }: Placed): string =>
  explanation === null ? auth_date : created

/**
 * Returns the UTC day on which the first movement of a transaction counts: its own day, or the one
 * that it was booked on.
 */
export const bookedDay = ({
  auth_date,
  booked_on,
}: Pick<Transaction, "auth_date" | "booked_on">): string => booked_on ?? dayOf(auth_date)

/** Returns the instant of the first movement. No later movement can be dated before it. */
export const bookedAt = ({
  auth_date,
  booked_on,
}: Pick<Transaction, "auth_date" | "booked_on">): string =>
  booked_on === null ? auth_date : startOfDay(booked_on)

/**
 * Returns the memberships that a store loads for a change with these transactions, without
 * duplicates.
 */
export const membershipsOf = (
  change: TransactionChange,
  transactions: ReadonlyArray<Transaction>,
): ReadonlyArray<Membership> => {
  const pairs = new Memberships()
  const recordIds = new Set(change.transaction_ids)
  for (const { budget_id, user_id } of change.memberships) pairs.add(budget_id, user_id)
  for (const { id, ...transaction } of transactions) {
    if (!recordIds.has(id)) continue
    for (const budget_id of [transaction.budget_id, ...change.budget_ids]) {
      for (const user_id of [transaction.user_id, ...change.user_ids]) pairs.add(budget_id, user_id)
    }
  }
  return pairs.all
}

/**
 * Pairs of a budget and a user, without duplicates. Pairs without a budget or a user are ignored.
 */
class Memberships {
  readonly #pairs = new Map<string, Membership>()

  add(budget_id: string | null | undefined, user_id: number | null | undefined): void {
    if (typeof budget_id !== "string" || typeof user_id !== "number") return
    this.#pairs.set(`${budget_id}/${user_id}`, { budget_id, user_id })
  }

  get all(): ReadonlyArray<Membership> {
    return [...this.#pairs.values()]
  }
}
