import { Result } from "effect"
import { changed, type Decision, type Part, sliced, type Write } from "../../core/decision.ts"
import type { EventResource, EventType } from "../../core/event-types.ts"
import { previous } from "../../core/events.ts"
import { type BudgetMember, showMember } from "../../core/records/budget-members.ts"
import { type BudgetOwner, showOwner } from "../../core/records/budget-owners.ts"
import type { Budget, BudgetKey } from "../../core/records/budgets.ts"
import type { NotFound } from "../../core/refusals.ts"
import { activeBudget, type BudgetContext } from "../context.ts"
import { showBudget } from "./links.ts"
import { cancelTopups } from "./pending-topups.ts"

/**
 * "204; ends members and owners, cancels pending topups." The amounts stay as they were: no money
 * moves.
 */
export const decideBudgetRemoval = (
  context: BudgetContext,
  key: BudgetKey,
  now: string,
): Result.Result<Decision<void>, NotFound> =>
  Result.map(activeBudget(context.budget, key), (budget) => ({
    result: undefined,
    ...endBudget(context, budget, now),
    slices: sliced(endPeople(context, budget, now)),
  }))

/** Members and owners leave, and nobody can approve topups any more. */
function* endPeople(context: BudgetContext, budget: Budget, now: string): Generator<Part, void> {
  for (const member of context.members) {
    if (!member.is_deleted) yield endMember(context, budget, member, now)
  }
  for (const owner of context.owners) if (!owner.is_deleted) yield endOwner(context, owner, now)
  yield* cancelTopups(context.pending_topups, context.users, now)
}

const endBudget = (context: BudgetContext, before: Budget, now: string): Part => {
  const after = { ...before, is_deleted: true, updated: now }
  return ended(
    changed("budgets", before, after),
    "budgets",
    "budget.deleted",
    showBudget(before, context),
    showBudget(after, context),
  )
}

const endMember = (
  context: BudgetContext,
  budget: Budget,
  before: BudgetMember,
  now: string,
): Part => {
  const after = { ...before, is_deleted: true, updated: now }
  return ended(
    changed("budget_members", before, after),
    "budget_members",
    "budget_member.deleted",
    showMember(budget, before, context),
    showMember(budget, after, context),
  )
}

const endOwner = (context: BudgetContext, before: BudgetOwner, now: string): Part => {
  const after = { ...before, is_deleted: true, updated: now }
  return ended(
    changed("budget_owners", before, after),
    "budget_owners",
    "budget_owner.deleted",
    showOwner(before, context),
    showOwner(after, context),
  )
}

/** One row that ends with the budget, and the event that tells so. */
const ended = <A extends object>(
  write: Write,
  resource: EventResource,
  type: EventType,
  before: A,
  data: A,
): Part => ({
  writes: [write],
  entries: [],
  events: [{ type, resource, data, previous: previous(before, data) }],
})
