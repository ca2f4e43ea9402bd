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

/** An ended period as it was shown before and is shown after the change. */
export interface Restatement {
  readonly before: BudgetPeriodRecord
  readonly after: BudgetPeriodRecord
}

/**
 * A decision in progress: the rows after the changes so far, so that each command of a batch sees
 * the changes of earlier ones, and the pending writes.
 */
export interface Draft {
  readonly context: TransactionContext
  readonly mentioned: Mentioned & { readonly categories: ReadonlyMap<string, Category> }
  /** Keyed by `external_id`. */
  readonly transactions: Map<string, Transaction>
  readonly budgets: Map<string, Budget>
  readonly members: Map<number, BudgetMember>
  /** Loaded ended periods, keyed by budget id. */
  readonly periods: Map<string, ReadonlyArray<EndedPeriod>>
  /** Restated earlier periods. Their events follow that of the movement. */
  readonly restated: Array<Restatement>
  /** Balance of each wallet, keyed by currency. */
  readonly wallets: Map<string, number>
  /** Refusal of the first balance out of bounds, which must not be committed. */
  rangeRefusal: AmountOutOfRange | null
  /** Membership of a user in a budget, keyed by `budget_id/user_id`. */
  readonly memberships: ReadonlyMap<string, number>
  /** Fields that are not deleted, keyed by folded name. */
  readonly fieldsByName: ReadonlyMap<string, CustomField>
  /** Cache of the required fields of each budget. */
  readonly required: Map<string, ReadonlyArray<RequiredField>>
  /** Cache of the id of the default tax rate of line items, by scope. */
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

/** Returns the decision of the draft, with each budget and each member written once. */
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

/** Same as `closeDraft`, but refuses a balance out of bounds (`maxBalance`). */
export const settleDraft = <A>(
  draft: Draft,
  result: A,
): Result.Result<Decision<A>, AmountOutOfRange> =>
  draft.rangeRefusal === null
    ? Result.succeed(closeDraft(draft, result))
    : Result.fail(draft.rangeRefusal)

/** Notes the refusal of a balance out of bounds. */
const watch = (draft: Draft, name: string, minor: number, currency: string): void => {
  draft.rangeRefusal ??= outOfRange(name, minor, currency)
}

/**
 * Runs `moves` for a transaction, and undoes it if a balance would be out of bounds, so that a
 * refused transaction of a batch does not affect the others.
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

/** Writes a new transaction with its event. */
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
 * Returns the events of restated periods, one per period, even if a charge moved between members
 * within it.
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
 * Returns the constant fields that no interface shows, for verification. Recorded transactions have
 * no decision, so its fields are omitted to make imports cheaper.
 */
const unshownOf = ({ external_id, decline_code, explanation }: Transaction): object =>
  explanation === null && decline_code === null
    ? { external_id }
    : { external_id, decline_code, explanation }

/**
 * Writes a transaction after a movement, with its event. "An expense that became COMPLETE stays so
 * whatever settings change later": movements of the bank do not change the expense, unless they
 * change the amount that its line items must add up to.
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

/** Same for a change of the expense itself: its status is "judged again". */
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

/** Returns the current expense status, according to the requirements of the budget. */
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

/**
 * Moves money of the transaction's wallet on a UTC day. A negative amount moves in the other
 * direction.
 */
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
