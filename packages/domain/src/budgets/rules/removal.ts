import { Result } from "effect"
import { type Decision, type Part, sliced } from "../../core/decision.ts"
import { type BudgetMember, showMember } from "../../core/records/budget-members.ts"
import { type BudgetOwner, showOwner } from "../../core/records/budget-owners.ts"
import type { Budget, BudgetKey } from "../../core/records/budgets.ts"
import type { NotFound } from "../../core/refusals.ts"
import { rowChange } from "../../core/row-change.ts"
import { activeBudget, type BudgetContext } from "../context.ts"
import { showBudget } from "./links.ts"
import { cancelTopups } from "./pending-topups.ts"

/**
 * Deletes a budget: "204; ends members and owners, cancels pending topups." The amounts are
 * unchanged, and no money moves.
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

/** Ends memberships and ownerships, and cancels the topups that no one can approve any more. */
function* endPeople(context: BudgetContext, budget: Budget, now: string): Generator<Part, void> {
  for (const member of context.members) {
    if (!member.is_deleted) yield endMember(context, budget, member, now)
  }
  for (const owner of context.owners) if (!owner.is_deleted) yield endOwner(context, owner, now)
  yield* cancelTopups(context.pending_topups, context.users, now)
}

const endBudget = (context: BudgetContext, before: Budget, now: string): Part => {
  const after = { ...before, is_deleted: true, updated: now }
  const show = (row: Budget) => showBudget(row, context)
  return rowChange("budget.deleted", { before, after, show })
}

const endMember = (
  context: BudgetContext,
  budget: Budget,
  before: BudgetMember,
  now: string,
): Part => {
  const after = { ...before, is_deleted: true, updated: now }
  const show = (row: BudgetMember) => showMember(budget, row, context)
  return rowChange("budget_member.deleted", { before, after, show })
}

const endOwner = (context: BudgetContext, before: BudgetOwner, now: string): Part => {
  const after = { ...before, is_deleted: true, updated: now }
  const show = (row: BudgetOwner) => showOwner(row, context)
  return rowChange("budget_owner.deleted", { before, after, show })
}
