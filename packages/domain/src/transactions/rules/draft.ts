import { Result } from "effect"
import { changed, created, type Decision, type Write } from "../../core/decision.ts"
import type { Account, NewEntry } from "../../core/entries.ts"
import type { EventType } from "../../core/event-types.ts"
import { isUnchanged, type NewEvent } from "../../core/events.ts"
import { isBalance } from "../../core/money.ts"
import type { BudgetMember } from "../../core/records/budget-members.ts"
import type { BudgetPeriodRecord, EndedPeriod } from "../../core/records/budget-periods.ts"
import type { Budget } from "../../core/records/budgets.ts"
import type { Category } from "../../core/records/categories.ts"
import type { CustomField } from "../../core/records/custom-fields.ts"
import type {
  ExpenseStatus,
  Transaction,
  TransactionRecord,
} from "../../core/records/transactions.ts"
import type { AmountOutOfRange } from "../../core/refusals.ts"
import { changeEvent, eventOf } from "../../core/row-change.ts"
import { outOfRange } from "../../ledger/bounds.ts"
import { move } from "../../ledger/rules.ts"
import type { TransactionContext } from "../context.ts"
import { byId, type Mentioned, showTransaction } from "../show.ts"
import { expenseStatus, type RequiredField, requiredFields } from "./expense-status.ts"
import { fieldsByName } from "./values.ts"

/** An ended period as it was shown and as it is shown by now. */
export interface Restatement {
  readonly before: BudgetPeriodRecord
  readonly after: BudgetPeriodRecord
}

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
  /** The ended periods that were loaded, by their budget's id. */
  readonly periods: Map<string, ReadonlyArray<EndedPeriod>>
  /** Earlier periods that were restated, which events tell after that of the movement. */
  readonly restated: Array<Restatement>
  /** What each wallet holds, by its currency. */
  readonly wallets: Map<string, number>
  /** The first balance that has left its bound, which must not be committed. */
  rangeRefusal: AmountOutOfRange | null
  /** The membership of a user in a budget, by `budget_id/user_id`. */
  readonly memberships: ReadonlyMap<string, number>
  /** The fields that are not deleted, by `fold`. */
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
  periods: Map.groupBy(context.periods, ({ period }) => period.budget_id),
  restated: [],
  wallets: new Map(context.wallets.map((row) => [row.currency, row.balance])),
  rangeRefusal: null,
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
  const { context, budgets, members, periods } = draft
  return {
    result,
    writes: [
      ...draft.writes,
      ...context.budgets.flatMap((before) => {
        const after = budgets.get(before.id) ?? before
        return after === before ? [] : [changed("budgets", before, after)]
      }),
      ...context.periods.flatMap(({ period: before }) => {
        const { budget_id, number } = before
        const after = periods.get(budget_id)?.find(({ period }) => period.number === number)
        return after === undefined || after.period === before
          ? []
          : [changed("budget_periods", before, after.period)]
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
  draft.rangeRefusal === null
    ? Result.succeed(closeDraft(draft, result))
    : Result.fail(draft.rangeRefusal)

/** Notes a balance that has left its bound. */
const watch = (draft: Draft, name: string, minor: number, currency: string): void => {
  draft.rangeRefusal ??= outOfRange(name, minor, currency)
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
  const periods = draft.periods.get(budget_id ?? "")
  const restated = draft.restated.length
  const entries = draft.entries.length
  moves()
  const { rangeRefusal } = draft
  if (rangeRefusal === null) return null
  draft.rangeRefusal = null
  draft.entries.length = entries
  draft.restated.length = restated
  if (periods !== undefined) draft.periods.set(budget_id ?? "", periods)
  if (budget !== undefined) draft.budgets.set(budget.id, budget)
  if (member !== undefined) draft.members.set(member.id, member)
  if (balance !== undefined) draft.wallets.set(wallet_currency, balance)
  return rangeRefusal
}

/** Writes a new transaction, with the event that reports it. */
export const putNew = (draft: Draft, row: Transaction, type: EventType): TransactionRecord => {
  const after = { ...row, expense_status: statusOf(draft, row) }
  const data = showTransaction(after, draft.mentioned)
  draft.transactions.set(after.external_id, after)
  draft.writes.push(created("transactions", after))
  const eventData = { ...data, ...unshownOf(after) }
  draft.events.push(eventOf(type, eventData, null))
  draft.events.push(...restatedEvents(draft))
  return data
}

/**
 * Events of the periods that were restated: one each, also where a charge left a member and came to
 * another in the same period.
 */
const restatedEvents = (draft: Draft): ReadonlyArray<NewEvent> => {
  const periods = new Map<string, Restatement>()
  for (const { before, after } of draft.restated.splice(0)) {
    const key = `${after.budget_id}/${after.number}`
    periods.set(key, { before: periods.get(key)?.before ?? before, after })
  }
  return [...periods.values()]
    .filter(({ before, after }) => !isUnchanged(before, after))
    .map(({ before, after }) => changeEvent("budget.period_restated", before, after))
}

/**
 * What a transaction is created with for good, and no interface shows: for verification. Where
 * nothing was decided it is left out, which costs an import less.
 */
const unshownOf = ({ external_id, decline_code, explanation }: Transaction): object =>
  explanation === null && decline_code === null
    ? { external_id }
    : { external_id, decline_code, explanation }

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
  draft.events.push(changeEvent(type, showTransaction(before, draft.mentioned), data))
  draft.events.push(...restatedEvents(draft))
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
