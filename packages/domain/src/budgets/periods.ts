import type { BudgetMember } from "../budget-members/model.ts"
import type { NewEvent } from "../events/model.ts"
import type { NewEntry } from "../ledger/model.ts"
import { available, memberAvailable, memberSpent, move, spent } from "../ledger/rules.ts"
import { dayOf } from "../shared/dates.ts"
import { changed, type Write } from "../shared/decision.ts"
import { nearestBalance, zero } from "../shared/money.ts"
import { nextPeriod } from "../shared/periods.ts"
import type { Budget } from "./model.ts"

/** Whether the budget's current period has ended. */
export const isDue = (budget: Budget, now: string): boolean =>
  !budget.is_deleted && budget.current_period_end !== null && budget.current_period_end < now

/** Where a budget has come to, and what brings it there. */
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
 * ended, with its closing amounts" as its `previous`. What rolls over stops at `maxBalance`: a
 * period ends whatever it leaves, and its entries move what the amounts do.
 */
export const rollForward = (
  currency: string,
  before: Budget,
  members: ReadonlyArray<BudgetMember>,
  now: string,
  show: (budget: Budget) => object,
): Rolled => {
  const events: Array<NewEvent> = []
  const entries: Array<NewEntry> = []
  let budget = before
  let current: ReadonlyArray<BudgetMember> = members
  while (isDue(budget, now)) {
    const next = rollBudget(budget)
    const cause = {
      currency,
      date: dayOf(next.current_period_start),
      resource: "budgets",
      resource_id: budget.id,
    }
    entries.push(
      ...move(cause, budget.spent_amount, { from: spent(budget.id), to: "allocations" }),
      ...move(cause, next.available_amount - budget.available_amount, {
        from: "allocations",
        to: available(budget.id),
      }),
    )
    current = current.map((member) => {
      const rolled = rollMember(budget, member, next.current_period_start)
      entries.push(
        ...move(cause, member.spent_amount, { from: memberSpent(member.id), to: "allocations" }),
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
        updated: budget.updated,
      },
    })
    budget = next
  }
  const moved = members.flatMap((member, index) => {
    const after = current[index] ?? member
    return sameAmounts(member, after) ? [] : [changed("budget_members", member, after)]
  })
  return { budget, writes: [changed("budgets", before, budget), ...moved], entries, events }
}

const rollBudget = (budget: Budget): Budget => {
  const period = nextPeriod(budget.reset_period, budget, budget.created)
  return {
    ...budget,
    ...period,
    available_amount: nearestBalance(
      (budget.rollover_funds ? budget.available_amount : 0) + budget.reset_amount,
    ),
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
