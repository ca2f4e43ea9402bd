import { Result } from "effect"
import type { BudgetMember } from "../budget-members/model.ts"
import { showMember } from "../budget-members/show.ts"
import type { BudgetOwner } from "../budget-owners/model.ts"
import { showOwner } from "../budget-owners/show.ts"
import { previous } from "../events/model.ts"
import type { EventResource, EventType } from "../events/types.ts"
import { changed, type Decision, joined, type Part, type Write } from "../shared/decision.ts"
import type { NotFound } from "../shared/refusals.ts"
import { cancelTopups } from "../topups/cancelling.ts"
import { showBudget } from "./links.ts"
import type { Budget, BudgetKey } from "./model.ts"
import { activeBudget, type BudgetContext } from "./rules.ts"

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
    ...joined([
      endBudget(context, budget, now),
      ...context.members
        .filter((_) => !_.is_deleted)
        .map((member) => endMember(context, budget, member, now)),
      ...context.owners.filter((_) => !_.is_deleted).map((owner) => endOwner(context, owner, now)),
      cancelTopups(context.pending_topups, context.users, now),
    ]),
  }))

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
