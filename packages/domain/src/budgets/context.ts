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
 * Rows that a store loads, under its lock, before a decision about a budget. Its people are those
 * that the command names, the members and owners, and the users who requested the topups.
 */
export interface BudgetContext extends People, Catalogue {
  readonly business: Business
  /** Null for a new budget, or if the budget does not exist. */
  readonly budget: Budget | null
  /** All members and owners of the budget, including removed ones, by `created`. */
  readonly members: ReadonlyArray<BudgetMember>
  readonly owners: ReadonlyArray<BudgetOwner>
  /** PENDING topups of the budget and of its members, by `created`. */
  readonly pending_topups: ReadonlyArray<Topup>
}

/** Rows that a store loads, under its lock, before it resets budgets. */
export interface ResetContext extends Pick<Catalogue, "categories" | "custom_fields" | "links"> {
  readonly business: Business
  /** First of the requested budgets, in the same order. */
  readonly budget_ids: ReadonlyArray<string>
  /** Budgets of these ids that exist. */
  readonly budgets: ReadonlyArray<Budget>
  /** All members of these budgets, including removed ones, by `created`. */
  readonly members: ReadonlyArray<BudgetMember>
}

/** Returns a budget that exists and is not deleted, or `NotFound`. */
export const activeBudget = (
  budget: Budget | null,
  { budget_id }: Pick<BudgetKey, "budget_id">,
): Result.Result<Budget, NotFound> =>
  budget === null || budget.is_deleted
    ? Result.fail(new NotFound({ what: "budget", id: budget_id }))
    : Result.succeed(budget)
