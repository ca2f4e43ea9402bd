import { restated, showEnded } from "../../budget-periods/rules.ts"
import { dayOf } from "../../core/dates.ts"
import { isBalance, money } from "../../core/money.ts"
import type { BudgetMember } from "../../core/records/budget-members.ts"
import type { EndedPeriod } from "../../core/records/budget-periods.ts"
import type { Budget } from "../../core/records/budgets.ts"
import type { Transaction } from "../../core/records/transactions.ts"
import { outOfRange } from "../../ledger/bounds.ts"
import { available, memberAvailable, memberSpent, move, spent } from "../../ledger/rules.ts"
import { type Placed, placedAt } from "../context.ts"
import type { Draft } from "./draft.ts"

/** Budget, membership and period that a transaction is charged to; null for none. */
export type Party = Pick<
  Transaction,
  "budget_id" | "budget_member_id" | "member_stint" | "period_number"
>

/** A charge: amount, party, transaction, and the UTC day on which the movement counts. */
export interface Charge extends Party {
  readonly transaction: Pick<Transaction, "id">
  /** Amount spent, in the currency of the business; negative for a return. */
  readonly spending: number
  readonly date: string
  readonly now: string
}

/**
 * Creates the charge of an amount to the budget and member of a transaction, on the day of `date`.
 */
export const chargeOf = (
  transaction: Transaction,
  spending: number,
  at: { readonly date: string; readonly now: string },
): Charge => ({
  transaction,
  ...partyOf(transaction),
  spending,
  date: dayOf(at.date),
  now: at.now,
})

export const partyOf = (transaction: Party): Party => ({
  budget_id: transaction.budget_id,
  budget_member_id: transaction.budget_member_id,
  member_stint: transaction.member_stint,
  period_number: transaction.period_number,
})

/**
 * Returns the party that a transaction of this user in this budget is charged to: "what is recorded
 * as it happened elsewhere, to the one that its `auth_date` falls in (before the first: to the
 * first)". The same applies to a transaction that moves to another budget or user later; for an
 * authorisation, the time of the decision counts.
 */
export const placed = (
  draft: Draft,
  budget_id: string | null,
  user_id: number | null,
  transaction: Placed,
): Party => ({
  budget_id,
  ...memberAt(draft, budget_id, user_id, transaction),
  period_number: periodAt(draft, budget_id, placedAt(transaction)),
})

/** Returns the membership of the party, and its stint. */
export const memberAt = (
  draft: Draft,
  budget_id: string | null,
  user_id: number | null,
  transaction: Placed,
): Pick<Party, "budget_member_id" | "member_stint"> => {
  const at = placedAt(transaction)
  const budget_member_id = membershipOf(draft, budget_id, user_id)
  const member = draft.members.get(budget_member_id ?? -1)
  return {
    budget_member_id,
    // A charge before the member rejoined belongs to the earlier stint.
    member_stint: member === undefined ? null : member.stint - (isBefore(member, at) ? 1 : 0),
  }
}

const isBefore = ({ stint, since }: BudgetMember, at: string): boolean => stint > 1 && at < since

/** Returns the membership, current or ended, of this user in this budget. */
export const membershipOf = (
  { memberships }: Draft,
  budget_id: string | null,
  user_id: number | null,
): number | null =>
  budget_id === null || user_id === null
    ? null
    : (memberships.get(`${budget_id}/${user_id}`) ?? null)

/** @throws Error if the period was not loaded, which is an error in a lookup. */
const periodAt = (draft: Draft, budget_id: string | null, at: string): number | null => {
  const budget = draft.budgets.get(budget_id ?? "")
  if (budget === undefined) return null
  if (budget.period_number === 1 || at >= budget.period_start) return budget.period_number
  const endedPeriod = periodsAt(draft, budget).find(
    ({ period: { number, start, end } }) => at <= end && (number === 1 || start <= at),
  )
  if (endedPeriod === undefined)
    throw new Error(`The period of ${budget.id} at ${at} was not loaded`)
  return endedPeriod.period.number
}

const periodsAt = (draft: Draft, { id }: Budget): ReadonlyArray<EndedPeriod> =>
  draft.periods.get(id) ?? []

/**
 * Moves the amounts of a budget, its member and the period that the charge belongs to: those of the
 * current period, or those of an earlier one. In the second case, the amount that is available now
 * also changes if "each reset since then rolled funds over".
 */
export const charge = (draft: Draft, it: Charge): void => {
  const budget = it.budget_id === null ? undefined : draft.budgets.get(it.budget_id)
  if (budget === undefined || it.spending === 0) return
  if (it.period_number === budget.period_number) chargeCurrent(draft, budget, it)
  else restate(draft, budget, it)
  chargeMember(draft, it)
}

const chargeCurrent = (draft: Draft, budget: Budget, it: Charge): void => {
  const weighing = weighs(draft, it)
  const after: Budget = {
    ...budget,
    available_amount: money(budget.available_amount - (weighing ? it.spending : 0)),
    spent_amount: money(budget.spent_amount + it.spending),
    moved_amount: money(budget.moved_amount + (weighing ? 0 : it.spending)),
    updated: it.now,
  }
  draft.budgets.set(budget.id, after)
  watchFunds(draft, `budget ${budget.id}`, after)
  draft.entries.push(
    ...move(causeOf(draft, it), it.spending, {
      from: weighing ? available(budget.id) : "allocations",
      to: spent(budget.id),
    }),
  )
}

const restate = (draft: Draft, budget: Budget, it: Charge): void => {
  const weighing = weighs(draft, it)
  const { spending } = it
  const before = periodsAt(draft, budget)
  const number = it.period_number ?? 0
  const after = restated(before, number, { spending, weighs: weighing })
  const index = before.findIndex(({ period }) => period.number === number)
  const was = before[index]
  const is = after[index]
  if (was === undefined || is === undefined) {
    throw new Error(`Period ${number} of ${budget.id} was not loaded`)
  }
  draft.periods.set(budget.id, after)
  const data = showEnded(is)
  draft.restated.push({ before: showEnded(was), after: data })
  watchFunds(draft, `period ${number} of budget ${budget.id}`, {
    available_amount: data.closing_amount,
    spent_amount: data.spent_amount,
  })
  const cause = causeOf(draft, it)
  draft.entries.push(
    ...move(cause, spending, {
      from: weighing ? available(budget.id) : "allocations",
      to: spent(budget.id),
    }),
  )
  if (!weighing) return
  if (is.lapsed === null) {
    const current = {
      ...budget,
      available_amount: money(budget.available_amount - spending),
      updated: it.now,
    }
    draft.budgets.set(budget.id, current)
    watchFunds(draft, `budget ${budget.id}`, current)
    return
  }
  // A reset without rollover removed the remaining funds, so it also removes the difference.
  const reset = { ...cause, resource: "budgets", resource_id: budget.id, period: is.lapsed }
  draft.entries.push(...move(reset, spending, { from: "allocations", to: available(budget.id) }))
}

/**
 * True if a charge moves the budget's funds: "under member limits what belongs to a member who has
 * left (also of before they left and came back) changes the `spent_amount` of its period, and
 * neither its closing amount nor anything later; without limits it is the budget's like any other".
 */
export const weighs = (draft: Draft, it: Party): boolean => {
  const budget = draft.budgets.get(it.budget_id ?? "")
  const member = draft.members.get(it.budget_member_id ?? -1)
  return budget?.has_member_limits !== true || member === undefined || !hasLeft(member, it)
}

const hasLeft = (member: BudgetMember, { member_stint }: Party): boolean =>
  member.is_deleted || member.stint !== member_stint

/**
 * Moves the amounts of the member. Members with funds of their own spend these funds. For others,
 * and for members whose membership ended, only `spent_amount` changes. Late charges move the funds
 * of members in the same way as those of the budget, so that they always add up.
 */
export const chargeMember = (draft: Draft, it: Charge): void => {
  const budget = draft.budgets.get(it.budget_id ?? "")
  const member = draft.members.get(it.budget_member_id ?? -1)
  if (budget === undefined || member === undefined || it.spending === 0) return
  const isCurrent = it.period_number === budget.period_number
  const isCarried = isCurrent || (it.period_number ?? 0) >= budget.rolled_from
  const isFromMember = budget.has_member_limits && !hasLeft(member, it) && isCarried
  draft.entries.push(
    ...move(causeOf(draft, it), it.spending, {
      from: isFromMember ? memberAvailable(member.id) : "allocations",
      to: memberSpent(member.id),
    }),
  )
  if (!isCurrent && !isFromMember) return
  const after: BudgetMember = {
    ...member,
    available_amount: money(member.available_amount - (isFromMember ? it.spending : 0)),
    spent_amount: money(member.spent_amount + (isCurrent ? it.spending : 0)),
    updated: it.now,
  }
  draft.members.set(member.id, after)
  watchFunds(draft, `budget member ${member.id}`, after)
}

const watchFunds = (
  draft: Draft,
  whose: string,
  after: Pick<Budget, "available_amount" | "spent_amount">,
): void => {
  if (isBalance(after.available_amount) && isBalance(after.spent_amount)) return
  const { currency } = draft.context.business
  draft.rangeRefusal ??=
    outOfRange(`the available amount of ${whose}`, after.available_amount, currency) ??
    outOfRange(`the spent amount of ${whose}`, after.spent_amount, currency)
}

const causeOf = ({ context }: Draft, { transaction, date, period_number }: Charge) => ({
  currency: context.business.currency,
  date,
  resource: "transactions",
  resource_id: transaction.id,
  ...(period_number === null ? {} : { period: period_number }),
})
