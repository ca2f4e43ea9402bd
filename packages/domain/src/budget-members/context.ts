import { Result } from "effect"
import type { People } from "../core/people.ts"
import type { BudgetMember, MemberKey } from "../core/records/budget-members.ts"
import type { Budget } from "../core/records/budgets.ts"
import type { Business } from "../core/records/businesses.ts"
import type { Topup } from "../core/records/topups.ts"
import { NotFound } from "../core/refusals.ts"
/**
 * What a store loads, under its lock, before anything is decided about a budget's members. Its
 * people are those that the command names, the members, and the users who asked for the topups.
 */
export interface MemberContext extends People {
  readonly business: Business
  readonly budget: Budget | null
  /**
   * Every member of the budget, removed ones included, by `created`; where somebody is added only
   * the membership that they had.
   */
  readonly members: ReadonlyArray<BudgetMember>
  /** The PENDING topups of the budget and of its members, by `created`; none for who is added. */
  readonly pending_topups: ReadonlyArray<Topup>
}

/** A member that is there and not removed. */
export const activeMember = (
  { members }: MemberContext,
  { budget_member_id }: Pick<MemberKey, "budget_member_id">,
): Result.Result<BudgetMember, NotFound> => {
  const member = members.find((_) => _.id === budget_member_id && !_.is_deleted)
  return member === undefined
    ? Result.fail(new NotFound({ what: "budget member", id: budget_member_id }))
    : Result.succeed(member)
}
