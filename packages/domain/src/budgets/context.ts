import { Result } from "effect"
import type { People } from "../core/people.ts"
import type { BudgetMember } from "../core/records/budget-members.ts"
import type { BudgetOwner } from "../core/records/budget-owners.ts"
import type { Budget, BudgetKey } from "../core/records/budgets.ts"
import type { Business } from "../core/records/businesses.ts"
import type { Topup } from "../core/records/topups.ts"
import { NotFound } from "../core/refusals.ts"
import type { Catalogue } from "./rules/links.ts"
/**
 * What a store loads, under its lock, before anything is decided about a budget. Its people are
 * those that the command names, the members and owners, and the users who asked for the topups.
 */
export interface BudgetContext extends People, Catalogue {
  readonly business: Business
  /** Null when one is created, or when there is no such budget. */
  readonly budget: Budget | null
  /** Every member and owner of the budget, removed ones included, by `created`. */
  readonly members: ReadonlyArray<BudgetMember>
  readonly owners: ReadonlyArray<BudgetOwner>
  /** The PENDING topups of the budget and of its members, by `created`. */
  readonly pending_topups: ReadonlyArray<Topup>
}

/** What a store loads, under its lock, before budgets are reset. */
export interface ResetContext extends Pick<Catalogue, "categories" | "custom_fields" | "links"> {
  readonly business: Business
  /** The first of those that are asked for, in that order. */
  readonly budget_ids: ReadonlyArray<string>
  /** Those of them that there are. */
  readonly budgets: ReadonlyArray<Budget>
  /** Every member of these budgets, removed ones included, by `created`. */
  readonly members: ReadonlyArray<BudgetMember>
}

/** A budget that is there and not deleted. */
export const activeBudget = (
  budget: Budget | null,
  { budget_id }: Pick<BudgetKey, "budget_id">,
): Result.Result<Budget, NotFound> =>
  budget === null || budget.is_deleted
    ? Result.fail(new NotFound({ what: "budget", id: budget_id }))
    : Result.succeed(budget)
