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
 * What a command, or a whole batch of them, names. Ids may repeat, and may be of nothing at all.
 */
export interface TransactionChange {
  readonly client_id: number
  readonly transaction_ids: ReadonlyArray<string>
  readonly external_ids: ReadonlyArray<string>
  readonly user_ids: ReadonlyArray<number>
  readonly budget_ids: ReadonlyArray<string>
  readonly category_ids: ReadonlyArray<string>
  readonly memberships: ReadonlyArray<Membership>
  /** What is said in custom fields: an option may have this text. */
  readonly entry_texts: ReadonlyArray<string>
  /** What is recorded to have been charged: to which budget, and when. */
  readonly charges: ReadonlyArray<Extract<PeriodPlace, { readonly at: string }>>
  /** Whether the amounts of `transaction_ids` may move. */
  readonly moves: boolean
}

/** A user in a budget, whether it ever was a member or not. */
export interface Membership {
  readonly budget_id: string
  readonly user_id: number
}

/**
 * What a store loads, under its lock, before anything is decided about transactions: for each kind
 * what the change names and what those transactions refer to, every row once, in any order.
 */
export interface TransactionContext {
  readonly business: Business
  /** Null where they have never been closed. */
  readonly books: Books | null
  /** All of the business. */
  readonly wallets: ReadonlyArray<Pick<Wallet, "currency" | "balance">>
  /** Those with one of `transaction_ids`, or with one of `external_ids`. */
  readonly transactions: ReadonlyArray<Transaction>
  /** Deleted or not: those of `budget_ids` and those of `transactions`. */
  readonly budgets: ReadonlyArray<Budget>
  /** The ended periods of these budgets that `periodsOf` asks for. */
  readonly periods: ReadonlyArray<EndedPeriod>
  /** Deleted or not: those of `user_ids` and those of `transactions`. */
  readonly users: ReadonlyArray<User>
  /**
   * Those of `memberships`, and those that each of `transaction_ids` is charged to or may come to
   * be: its user, or one of `user_ids`, in its budget, or in one of `budget_ids`. Ended ones
   * included.
   */
  readonly members: ReadonlyArray<BudgetMember>
  /** Deleted or not: those of `category_ids` and those of the line items of `transactions`. */
  readonly categories: ReadonlyArray<Category>
  /** Those that these categories are mapped to. */
  readonly accounting_codes: ReadonlyArray<AccountingCode>
  /** All of the business where it has itemised tax; elsewhere none. */
  readonly tax_rates: ReadonlyArray<TaxRate>
  /** Those that are not deleted, and those that values of `transactions` belong to. */
  readonly custom_fields: ReadonlyArray<CustomField>
  /** Those whose text is one of `entry_texts`, or of a value of `transactions`. */
  readonly custom_field_options: ReadonlyArray<CustomFieldOption>
  /** The links of these budgets. */
  readonly custom_field_budgets: ReadonlyArray<CustomFieldBudget>
}

/** Nothing named yet. */
export const emptyChange = (client_id: number): TransactionChange => ({
  client_id,
  transaction_ids: [],
  external_ids: [],
  user_ids: [],
  budget_ids: [],
  category_ids: [],
  memberships: [],
  entry_texts: [],
  charges: [],
  moves: false,
})

interface Saying {
  readonly custom_fields?: ReadonlyArray<CustomFieldValue> | undefined
  readonly line_items?: ReadonlyArray<Pick<LineItemInput, "custom_fields">> | undefined
}

/** What expenses say in custom fields, each text once. */
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

/** What rows name, each id once. */
export const namedBy = (
  client_id: number,
  rows: ReadonlyArray<RecordTransaction>,
): TransactionChange => {
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
    ...emptyChange(client_id),
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
 * The ended periods that a store loads for a change that found these transactions and budgets:
 * those that charges belong to, or would in one of `budget_ids`. None where all of it is of the
 * current ones.
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

/** What says when something was charged. */
export type Placed = Pick<Transaction, "auth_date" | "created" | "explanation">

/**
 * The instant that says to which period of a budget a transaction belongs: an authorisation was
 * decided then, anything else happened then.
 */
export const placedAt = ({ explanation, created, auth_date }: Placed): string =>
  explanation === null ? auth_date : created

/** The UTC day on which a transaction counts first: its own, or the one that it was booked on. */
export const bookedDay = ({
  auth_date,
  booked_on,
}: Pick<Transaction, "auth_date" | "booked_on">): string => booked_on ?? dayOf(auth_date)

/** The earliest instant of what follows on it. */
export const bookedAt = ({
  auth_date,
  booked_on,
}: Pick<Transaction, "auth_date" | "booked_on">): string =>
  booked_on === null ? auth_date : startOfDay(booked_on)

/** The memberships that a store loads for a change that found these transactions, each once. */
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

/** Pairs of a budget and a user, each once; none where there is no budget or no user. */
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
