import { Result } from "effect"
import type { BudgetMember } from "../budget-members/model.ts"
import type { Budget } from "../budgets/model.ts"
import type { Category } from "../categories/model.ts"
import type { CustomField } from "../custom-fields/model.ts"
import { type NewEvent, previous } from "../events/model.ts"
import type { EventType } from "../events/types.ts"
import { outOfRange } from "../ledger/bounds.ts"
import type { Account, NewEntry } from "../ledger/model.ts"
import { available, memberAvailable, memberSpent, move, spent } from "../ledger/rules.ts"
import { dayOf } from "../shared/dates.ts"
import { changed, created, type Decision, type Write } from "../shared/decision.ts"
import { isBalance, money } from "../shared/money.ts"
import type { AmountOutOfRange } from "../shared/refusals.ts"
import type { TransactionContext } from "./context.ts"
import { expenseStatus, type RequiredField, requiredFields } from "./expense-status.ts"
import type { ExpenseStatus, Transaction, TransactionRecord } from "./model.ts"
import { byId, type Mentioned, showTransaction } from "./show.ts"
import { fieldsByName } from "./values.ts"

/**
 * A decision being made: the rows as they are by now, so that each command of a batch sees what
 * those before it changed, and what has to be written so far.
 */
export interface Draft {
  readonly context: TransactionContext
  readonly mentioned: Mentioned & { readonly categories: ReadonlyMap<string, Category> }
  /** By `external_id`. */
  readonly transactions: Map<string, Transaction>
  readonly budgets: Map<string, Budget>
  readonly members: Map<number, BudgetMember>
  /** What each wallet holds, by its currency. */
  readonly wallets: Map<string, number>
  /** The first balance that has left its bound, which must not be committed. */
  beyond: AmountOutOfRange | null
  /** The membership of a user in a budget, by `budget_id/user_id`. */
  readonly memberships: ReadonlyMap<string, number>
  /** The fields that are not deleted, by `nameKey`. */
  readonly fieldsByName: ReadonlyMap<string, CustomField>
  /** The fields that each budget requires, as far as they were asked for. */
  readonly required: Map<string, ReadonlyArray<RequiredField>>
  /**
   * The id of the tax rate that line items without one have, by scope, as far as it was asked for.
   */
  readonly rates: Map<"DOMESTIC" | "INTERNATIONAL", string | null>
  readonly writes: Array<Write>
  readonly entries: Array<NewEntry>
  readonly events: Array<NewEvent>
}

export const openDraft = (context: TransactionContext): Draft => ({
  context,
  mentioned: {
    budgets: byId(context.budgets),
    users: byId(context.users),
    categories: byId(context.categories),
    custom_fields: byId(context.custom_fields),
    accounting_codes: byId(context.accounting_codes),
    tax_rates: byId(context.tax_rates),
  },
  transactions: new Map(context.transactions.map((row) => [row.external_id, row])),
  budgets: new Map(context.budgets.map((row) => [row.id, row])),
  members: new Map(context.members.map((row) => [row.id, row])),
  wallets: new Map(context.wallets.map((row) => [row.currency, row.balance])),
  beyond: null,
  memberships: new Map(
    context.members
      .toSorted((a, b) => Number(b.is_deleted) - Number(a.is_deleted))
      .map((row) => [`${row.budget_id}/${row.user_id}`, row.id]),
  ),
  fieldsByName: fieldsByName(context.custom_fields),
  required: new Map(),
  rates: new Map(),
  writes: [],
  entries: [],
  events: [],
})

/** The decision: what the draft holds, each budget and each member written once. */
export const closeDraft = <A>(draft: Draft, result: A): Decision<A> => {
  const { context, budgets, members } = draft
  return {
    result,
    writes: [
      ...draft.writes,
      ...context.budgets.flatMap((before) => {
        const after = budgets.get(before.id) ?? before
        return after === before ? [] : [changed("budgets", before, after)]
      }),
      ...context.members.flatMap((before) => {
        const after = members.get(before.id) ?? before
        return after === before ? [] : [changed("budget_members", before, after)]
      }),
    ],
    entries: draft.entries,
    events: draft.events,
  }
}

/** The same, refused where a balance would leave its bound (`maxBalance`). */
export const settleDraft = <A>(
  draft: Draft,
  result: A,
): Result.Result<Decision<A>, AmountOutOfRange> =>
  draft.beyond === null ? Result.succeed(closeDraft(draft, result)) : Result.fail(draft.beyond)

/** Notes a balance that has left its bound. */
const watch = (draft: Draft, name: string, minor: number, currency: string): void => {
  draft.beyond ??= outOfRange(name, minor, currency)
}

/**
 * Moves money as `moves` says for a transaction, or not at all where a balance would leave its
 * bound: one of a batch that is refused undoes nothing of the others.
 */
export const attempt = (
  draft: Draft,
  { budget_id, budget_member_id, wallet_currency }: Transaction,
  moves: () => void,
): AmountOutOfRange | null => {
  const budget = draft.budgets.get(budget_id ?? "")
  const member = draft.members.get(budget_member_id ?? -1)
  const balance = draft.wallets.get(wallet_currency)
  const entries = draft.entries.length
  moves()
  const { beyond } = draft
  if (beyond === null) return null
  draft.beyond = null
  draft.entries.length = entries
  if (budget !== undefined) draft.budgets.set(budget.id, budget)
  if (member !== undefined) draft.members.set(member.id, member)
  if (balance !== undefined) draft.wallets.set(wallet_currency, balance)
  return beyond
}

/**
 * The membership, current or ended, that a transaction of this user in this budget is charged to.
 */
export const membershipOf = (
  { memberships }: Draft,
  budget_id: string | null,
  user_id: number | null,
): number | null =>
  budget_id === null || user_id === null
    ? null
    : (memberships.get(`${budget_id}/${user_id}`) ?? null)

/** Writes a new transaction, with the event that reports it. */
export const putNew = (draft: Draft, row: Transaction, type: EventType): TransactionRecord => {
  const after = { ...row, expense_status: statusOf(draft, row) }
  const data = showTransaction(after, draft.mentioned)
  draft.transactions.set(after.external_id, after)
  draft.writes.push(created("transactions", after))
  draft.events.push({ type, resource: "transactions", data, previous: null })
  return data
}

/**
 * Writes what became of a transaction that moved, with the event that reports it. "An expense that
 * became COMPLETE stays so whatever settings change later": its bank's movements are no change of
 * the expense, unless they change the amount that its line items add up to.
 */
export const putChanged = (
  draft: Draft,
  before: Transaction,
  row: Transaction,
  type: EventType,
): TransactionRecord => {
  const stays = before.expense_status === "COMPLETE" && row.amount === before.amount
  const expense_status = stays ? "COMPLETE" : statusOf(draft, row)
  return put(draft, before, { ...row, expense_status }, type)
}

/** The same of an expense that was itself changed: it is "judged again". */
export const putExpense = (
  draft: Draft,
  before: Transaction,
  row: Transaction,
): TransactionRecord =>
  put(draft, before, { ...row, expense_status: statusOf(draft, row) }, "transaction.updated")

const put = (
  draft: Draft,
  before: Transaction,
  after: Transaction,
  type: EventType,
): TransactionRecord => {
  const data = showTransaction(after, draft.mentioned)
  draft.transactions.set(after.external_id, after)
  draft.writes.push(changed("transactions", before, after))
  draft.events.push({
    type,
    resource: "transactions",
    data,
    previous: previous(showTransaction(before, draft.mentioned), data),
  })
  return data
}

/** What its expense is by now: `expenseStatus`, with what its budget requires. */
export const statusOf = (draft: Draft, row: Transaction): ExpenseStatus => {
  const { budget_id } = row
  let required: ReadonlyArray<RequiredField> = []
  if (budget_id !== null) {
    required = draft.required.get(budget_id) ?? requiredFields(draft.context, budget_id)
    draft.required.set(budget_id, required)
  }
  const budget = draft.budgets.get(budget_id ?? "") ?? null
  return expenseStatus(row, { categories: draft.mentioned.categories, budget, required })
}

/** Moves money of the transaction's wallet on a UTC day; a negative amount moves the other way. */
export const moveMoney = (
  draft: Draft,
  { id, wallet_currency }: Transaction,
  amount: number,
  { date, ...accounts }: { readonly from: Account; readonly to: Account; readonly date: string },
): void => {
  if (amount === 0) return
  const cause = { currency: wallet_currency, date, resource: "transactions", resource_id: id }
  draft.entries.push(...move(cause, amount, accounts))
  const arriving = (accounts.to === "wallet" ? 1 : 0) - (accounts.from === "wallet" ? 1 : 0)
  if (arriving === 0) return
  const balance = (draft.wallets.get(wallet_currency) ?? 0) + arriving * amount
  draft.wallets.set(wallet_currency, balance)
  if (!isBalance(balance)) watch(draft, `the ${wallet_currency} wallet`, balance, wallet_currency)
}

/** What is charged, to whom, for which transaction, and on which UTC day the movement counts. */
export interface Charge {
  readonly transaction: Pick<Transaction, "id" | "auth_date">
  readonly budget_id: string | null
  readonly budget_member_id: number | null
  /** What is spent, in the business's own currency; negative gives it back. */
  readonly spending: number
  readonly date: string
  readonly now: string
}

/**
 * Moves the current amounts of a budget and its member, "in the period of its authorisation": "a
 * charge dated before the budget's current period leaves the current amounts as they are".
 */
export const charge = (draft: Draft, it: Charge): void => {
  const budget = it.budget_id === null ? undefined : draft.budgets.get(it.budget_id)
  if (budget === undefined || it.spending === 0) return
  if (!isOfCurrentPeriod(budget, it.transaction.auth_date)) return
  const after = spend(budget, it.spending, it.spending, it.now)
  draft.budgets.set(budget.id, after)
  watchFunds(draft, "budget", after)
  draft.entries.push(
    ...move(causeOf(draft, it), it.spending, { from: available(budget.id), to: spent(budget.id) }),
  )
  chargeMember(draft, it)
}

/**
 * The same for the member alone. One whose funds are its own spends them; any other, and one whose
 * membership ended and left its funds behind, only counts what was spent.
 */
export const chargeMember = (draft: Draft, it: Charge): void => {
  const budget = it.budget_id === null ? undefined : draft.budgets.get(it.budget_id)
  const member = it.budget_member_id === null ? undefined : draft.members.get(it.budget_member_id)
  if (budget === undefined || member === undefined || it.spending === 0) return
  if (!isOfCurrentPeriod(budget, it.transaction.auth_date)) return
  const own = budget.has_member_limits && !member.is_deleted
  const after = spend(member, own ? it.spending : 0, it.spending, it.now)
  draft.members.set(member.id, after)
  watchFunds(draft, "budget member", after)
  draft.entries.push(
    ...move(causeOf(draft, it), it.spending, {
      from: own ? memberAvailable(member.id) : "allocations",
      to: memberSpent(member.id),
    }),
  )
}

const watchFunds = (draft: Draft, kind: string, after: Budget | BudgetMember): void => {
  if (isBalance(after.available_amount) && isBalance(after.spent_amount)) return
  const { currency } = draft.context.business
  const whose = `${kind} ${after.id}`
  watch(draft, `what ${whose} has available`, after.available_amount, currency)
  watch(draft, `what ${whose} has spent`, after.spent_amount, currency)
}

const causeOf = ({ context }: Draft, { transaction, date }: Charge) => ({
  currency: context.business.currency,
  date,
  resource: "transactions",
  resource_id: transaction.id,
})

const spend = <A extends Budget | BudgetMember>(
  row: A,
  taken: number,
  spending: number,
  now: string,
): A => ({
  ...row,
  available_amount: money(row.available_amount - taken),
  spent_amount: money(row.spent_amount + spending),
  updated: now,
})

/** Whether something authorised then belongs to the period in which the budget stands. */
export const isOfCurrentPeriod = (
  budget: Pick<Budget, "current_period_start" | "current_period_end">,
  auth_date: string,
): boolean =>
  budget.current_period_start <= auth_date &&
  (budget.current_period_end === null || auth_date <= budget.current_period_end)

/** Charges a transaction's change of amount to its budget and member, on the day of `date`. */
export const chargeOf = (transaction: Transaction, spending: number, at: ChargeDate): Charge => ({
  transaction,
  budget_id: transaction.budget_id,
  budget_member_id: transaction.budget_member_id,
  spending,
  date: dayOf(at.date),
  now: at.now,
})

interface ChargeDate {
  readonly date: string
  readonly now: string
}
