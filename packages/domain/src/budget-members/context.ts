import { Result } from "effect"
import type { People } from "../core/people.ts"
import type { BudgetMember, MemberKey } from "../core/records/budget-members.ts"
import type { Budget } from "../core/records/budgets.ts"
import type { Business } from "../core/records/businesses.ts"
import type { Topup } from "../core/records/topups.ts"
import { NotFound } from "../core/refusals.ts"
/**
 * Rows that a store loads, under its lock, before a decision about a budget's members. Its people
 * are those that the command names, the members, and the users who requested the topups.
 */
export interface MemberContext extends People {
  readonly business: Business
  readonly budget: Budget | null
  /**
   * All members of the budget, including removed ones, by `created`. If someone is added, only
   * their previous membership.
   */
  readonly members: ReadonlyArray<BudgetMember>
  /** PENDING topups of the budget and of its members, by `created`; none if someone is added. */
  readonly pending_topups: ReadonlyArray<Topup>
}

/** Returns a member that exists and is not removed, or `NotFound`. */
export const activeMember = (
  { members }: MemberContext,
  { budget_member_id }: Pick<MemberKey, "budget_member_id">,
): Result.Result<BudgetMember, NotFound> => {
  const member = members.find((_) => _.id === budget_member_id && !_.is_deleted)
  return member === undefined
    ? Result.fail(new NotFound({ what: "budget member", id: budget_member_id }))
    : Result.succeed(member)
}
