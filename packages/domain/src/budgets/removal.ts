import { Result } from "effect"
import type { BudgetMember } from "../budget-members/model.ts"
import { showMember } from "../budget-members/rules.ts"
import type { BudgetOwner } from "../budget-owners/model.ts"
import { showOwner } from "../budget-owners/rules.ts"
import { type EventResource, type NewEvent, previous } from "../events/model.ts"
import { changed, type Decision, type Write } from "../shared/decision.ts"
import type { NotFound } from "../shared/refusals.ts"
import type { Topup, TopupRecord } from "../topups/model.ts"
import { subUser } from "../users/model.ts"
import { showBudget } from "./links.ts"
import type { Budget, BudgetKey } from "./model.ts"
import { activeBudget, type BudgetContext } from "./rules.ts"

/** One row that ends with the budget, and the event that tells so. */
interface Part {
  readonly write: Write
  readonly event: NewEvent
}

/**
 * "204; ends members and owners, cancels pending topups." The amounts stay as they were: no money
 * moves.
 */
export const decideBudgetRemoval = (
  context: BudgetContext,
  key: BudgetKey,
  now: string,
): Result.Result<Decision<void>, NotFound> =>
  Result.map(activeBudget(context.budget, key), (budget) => {
    const parts = [
      endBudget(context, budget, now),
      ...context.members
        .filter((_) => !_.is_deleted)
        .map((member) => endMember(context, budget, member, now)),
      ...context.owners.filter((_) => !_.is_deleted).map((owner) => endOwner(context, owner, now)),
      ...context.pending_topups.map((topup) => cancelTopup(context, topup, now)),
    ]
    return {
      result: undefined,
      writes: parts.map(({ write }) => write),
      entries: [],
      events: parts.map(({ event }) => event),
    }
  })

const endBudget = (context: BudgetContext, before: Budget, now: string): Part => {
  const after = { ...before, is_deleted: true, updated: now }
  return {
    write: changed("budgets", before, after),
    event: ended(
      "budgets",
      "budget.deleted",
      showBudget(before, context),
      showBudget(after, context),
    ),
  }
}

const endMember = (
  context: BudgetContext,
  budget: Budget,
  before: BudgetMember,
  now: string,
): Part => {
  const after = { ...before, is_deleted: true, updated: now }
  return {
    write: changed("budget_members", before, after),
    event: ended(
      "budget_members",
      "budget_member.deleted",
      showMember(budget, before, context),
      showMember(budget, after, context),
    ),
  }
}

const endOwner = (context: BudgetContext, before: BudgetOwner, now: string): Part => {
  const after = { ...before, is_deleted: true, updated: now }
  return {
    write: changed("budget_owners", before, after),
    event: ended(
      "budget_owners",
      "budget_owner.deleted",
      showOwner(before, context),
      showOwner(after, context),
    ),
  }
}

const cancelTopup = ({ users }: BudgetContext, before: Topup, now: string): Part => {
  const after: Topup = { ...before, status: "CANCELLED", actioned_on: now, updated: now }
  const requester = users.find((_) => _.id === before.requested_by)
  const show = (topup: Topup): TopupRecord => ({
    ...topup,
    requested_by: requester === undefined ? null : subUser(requester),
    actioned_by: null,
  })
  return {
    write: changed("topups", before, after),
    event: ended("topups", "topup.cancelled", show(before), show(after)),
  }
}

const ended = <A extends object>(
  resource: EventResource,
  type: string,
  before: A,
  data: A,
): NewEvent => ({
  type,
  resource,
  data,
  previous: previous(before, data),
})
