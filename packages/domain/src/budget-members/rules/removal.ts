import { Result } from "effect"
import { activeBudget } from "../../budgets/context.ts"
import { cancelTopups } from "../../budgets/rules/pending-topups.ts"
import { dayOf } from "../../core/dates.ts"
import { changed, type Decision, type Part, sliced, type Write } from "../../core/decision.ts"
import type { NewEntry } from "../../core/entries.ts"
import { previous } from "../../core/events.ts"
import { zero } from "../../core/money.ts"
import type { People } from "../../core/people.ts"
import { type BudgetMember, type MemberKey, showMember } from "../../core/records/budget-members.ts"
import type { Budget } from "../../core/records/budgets.ts"
import type { Business } from "../../core/records/businesses.ts"
import type { NotFound } from "../../core/refusals.ts"
import { eventOf } from "../../core/row-change.ts"
import { available, memberAvailable, move } from "../../ledger/rules.ts"
import { activeMember, type MemberContext } from "../context.ts"
import { LastBudgetMember } from "../errors.ts"
import { raise } from "./membership.ts"
/**
 * Returns the writes for the end of a membership: "removing lowers them by the member's
 * `reset_amount` and remaining `available_amount`". They start from `budget`; the returned budget
 * allows further removals.
 */
export const withoutMember = (
  currency: string,
  budget: Budget,
  member: BudgetMember,
  now: string,
): {
  readonly budget: Budget
  readonly member: BudgetMember
  readonly writes: ReadonlyArray<Write>
  readonly entries: ReadonlyArray<NewEntry>
} => {
  const limited = budget.has_member_limits
  const remainingAmount = limited ? member.available_amount : zero
  const after = { ...member, available_amount: zero, is_deleted: true, updated: now }
  const lowered = raise(budget, limited ? -member.reset_amount : 0, -remainingAmount, now)
  const cause = {
    currency,
    date: dayOf(now),
    resource: "budget_members",
    resource_id: String(member.id),
    period: budget.period_number,
  }
  return {
    budget: lowered.budget,
    member: after,
    writes: [changed("budget_members", member, after), ...lowered.writes],
    entries: [
      ...move(cause, budget.available_amount - lowered.budget.available_amount, {
        from: available(budget.id),
        to: "allocations",
      }),
      ...move(cause, remainingAmount, { from: memberAvailable(member.id), to: "allocations" }),
    ],
  }
}

/**
 * Removes a member, and cancels the pending topups of the member.
 *
 * Refuses, in this order: a missing budget or member; "the last member stays
 * (`last_budget_member`)".
 */
export const decideMemberRemoval = (
  context: MemberContext,
  key: MemberKey,
  now: string,
): Result.Result<Decision<void>, NotFound | LastBudgetMember> =>
  Result.gen(function* () {
    const budget = yield* activeBudget(context.budget, key)
    const member = yield* activeMember(context, key)
    if (context.members.every((_) => _.is_deleted || _.id === member.id)) {
      return yield* Result.fail(new LastBudgetMember({ budget_id: budget.id }))
    }
    const ended = withoutMember(context.business.currency, budget, member, now)
    const pendingTopups = context.pending_topups.filter((_) => _.budget_member_id === member.id)
    return {
      result: undefined,
      ...endedMembership(ended, { budget, member }, context),
      slices: sliced(cancelTopups(pendingTopups, context.users, now)),
    }
  })

/** Memberships that end together, because the person leaves every budget. */
export interface Memberships {
  readonly business: Pick<Business, "currency">
  /** The person's active memberships, by `created`. */
  readonly memberships: ReadonlyArray<BudgetMember>
  /** The budgets of `memberships`. */
  readonly budgets: ReadonlyArray<Budget>
}

/**
 * Ends memberships in the same way as the removal of each member. Several memberships of one budget
 * end one after another.
 */
export function* endMemberships(
  { business, budgets, memberships }: Memberships,
  people: People,
  now: string,
): Generator<Part, void> {
  const current = new Map(budgets.map((budget) => [budget.id, budget]))
  for (const member of memberships) {
    const budget = current.get(member.budget_id)
    if (budget === undefined) continue
    const ended = withoutMember(business.currency, budget, member, now)
    current.set(budget.id, ended.budget)
    yield endedMembership(ended, { budget, member }, people)
  }
}

/** Returns the writes of an ended membership, with its event. */
const endedMembership = (
  { budget, member, writes, entries }: ReturnType<typeof withoutMember>,
  before: { readonly budget: Budget; readonly member: BudgetMember },
  people: People,
): Part => {
  const data = showMember(budget, member, people)
  const changedFields = previous(showMember(before.budget, before.member, people), data)
  return {
    writes,
    entries,
    events: [eventOf("budget_member.deleted", data, changedFields)],
  }
}
