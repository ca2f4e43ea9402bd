import { dayOf } from "../../core/dates.ts"
import { changed, created, type Write } from "../../core/decision.ts"
import type { NewEntry } from "../../core/entries.ts"
import type { NewEvent } from "../../core/events.ts"
import { money, nearestBalance, zero } from "../../core/money.ts"
import { nextPeriod } from "../../core/periods.ts"
import type { BudgetMember } from "../../core/records/budget-members.ts"
import type { BudgetPeriod } from "../../core/records/budget-periods.ts"
import type { Budget } from "../../core/records/budgets.ts"
import { available, memberAvailable, move } from "../../ledger/rules.ts"

/** True if the budget's current period has ended. */
export const isDue = (budget: Budget, now: string): boolean =>
  !budget.is_deleted && budget.current_period_end !== null && budget.current_period_end < now

/** A budget after its resets, with their writes, entries and events. */
interface Rolled {
  readonly budget: Budget
  readonly writes: ReadonlyArray<Write>
  readonly entries: ReadonlyArray<NewEntry>
  readonly events: ReadonlyArray<NewEvent>
}

/**
 * Brings a budget and its members into the period that contains `now`, one period at a time, so
 * that "any number of missed periods catch up exactly": "`spent_amount` becomes 0;
 * `available_amount` becomes `reset_amount`, or with `rollover_funds` what was left (also a
 * deficit) plus `reset_amount`. Members with limits reset alike." "One event for each period that
 * ended, with its closing amounts" as its `previous`. Amounts that roll over are limited to
 * `maxBalance`, so that a period can always end, and the entries move the limited amounts. Each
 * ended period is written with its closing values. Stops after `maxPeriods` periods; a further call
 * continues.
 */
export const rollForward = (
  currency: string,
  before: Budget,
  members: ReadonlyArray<BudgetMember>,
  now: string,
  show: (budget: Budget) => object,
  maxPeriods = Number.POSITIVE_INFINITY,
): Rolled => {
  const endedPeriods: Array<Write> = []
  const events: Array<NewEvent> = []
  const entries: Array<NewEntry> = []
  let budget = before
  let current: ReadonlyArray<BudgetMember> = members
  while (isDue(budget, now) && endedPeriods.length < maxPeriods) {
    const next = rollBudget(budget)
    endedPeriods.push(created("budget_periods", endOf(budget)))
    const cause = {
      currency,
      date: dayOf(next.current_period_start),
      resource: "budgets",
      resource_id: budget.id,
      period: next.period_number,
    }
    entries.push(
      ...move(cause, next.available_amount - budget.available_amount, {
        from: "allocations",
        to: available(budget.id),
      }),
    )
    current = current.map((member) => {
      const rolled = rollMember(budget, member, next.current_period_start)
      entries.push(
        ...move(cause, rolled.available_amount - member.available_amount, {
          from: "allocations",
          to: memberAvailable(member.id),
        }),
      )
      return rolled
    })
    events.push({
      type: "budget.period_reset",
      resource: "budgets",
      data: show(next),
      previous: {
        available_amount: budget.available_amount,
        spent_amount: budget.spent_amount,
        current_period_start: budget.current_period_start,
        current_period_end: budget.current_period_end,
        period_number: budget.period_number,
        period_start: budget.period_start,
        granted_amount: budget.granted_amount,
        topped_up_amount: budget.topped_up_amount,
        moved_amount: budget.moved_amount,
        rolled_from: budget.rolled_from,
        updated: budget.updated,
      },
    })
    budget = next
  }
  const memberWrites = members.flatMap((member, index) => {
    const after = current[index] ?? member
    return sameAmounts(member, after) ? [] : [changed("budget_members", member, after)]
  })
  const writes = [changed("budgets", before, budget), ...endedPeriods, ...memberWrites]
  return { budget, writes, entries, events }
}

/** Returns the row of a budget's current period when it has ended. */
const endOf = (budget: Budget): BudgetPeriod => ({
  client_id: budget.client_id,
  budget_id: budget.id,
  number: budget.period_number,
  start: budget.period_start,
  end: budget.current_period_end ?? budget.current_period_start,
  granted_amount: budget.granted_amount,
  topped_up_amount: budget.topped_up_amount,
  moved_amount: budget.moved_amount,
  spent_amount: budget.spent_amount,
  rolled_over: budget.rollover_funds,
  rolled_from: budget.rolled_from,
  restated: false,
})

const rollBudget = (budget: Budget): Budget => {
  const period = nextPeriod(budget.reset_period, budget, budget.created)
  const period_number = budget.period_number + 1
  const carriedAmount = budget.rollover_funds ? budget.available_amount : 0
  const available_amount = nearestBalance(carriedAmount + budget.reset_amount)
  return {
    ...budget,
    ...period,
    period_number,
    period_start: period.current_period_start,
    granted_amount: money(available_amount - carriedAmount),
    topped_up_amount: zero,
    moved_amount: zero,
    rolled_from: budget.rollover_funds ? budget.rolled_from : period_number,
    available_amount,
    spent_amount: zero,
    updated: laterOf(budget.updated, period.current_period_start),
  }
}

const rollMember = (budget: Budget, member: BudgetMember, updated: string): BudgetMember => {
  const limited = budget.has_member_limits && !member.is_deleted
  const after = {
    ...member,
    available_amount: limited
      ? nearestBalance((budget.rollover_funds ? member.available_amount : 0) + member.reset_amount)
      : member.available_amount,
    spent_amount: zero,
  }
  return sameAmounts(member, after)
    ? member
    : { ...after, updated: laterOf(member.updated, updated) }
}

const laterOf = (a: string, b: string): string => (a > b ? a : b)

const sameAmounts = (a: BudgetMember, b: BudgetMember): boolean =>
  a.available_amount === b.available_amount && a.spent_amount === b.spent_amount
