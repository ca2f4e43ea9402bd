import type { Budget } from "../budgets/model.ts"
import { type People, showPerson } from "../budgets/people.ts"
import type { BudgetMember, BudgetMemberRecord } from "./model.ts"

/** "Without member limits a member shows the budget's `available_amount` and `reset_amount`." */
export const showMember = (
  budget: Budget,
  member: BudgetMember,
  people: People,
): BudgetMemberRecord => ({
  ...shownAmounts(budget, member),
  ...showPerson(people, member),
})

/** A member with the amounts that the interface shows of it. */
export const shownAmounts = (
  budget: Pick<Budget, "has_member_limits" | "available_amount" | "reset_amount">,
  member: BudgetMember,
): BudgetMember =>
  budget.has_member_limits
    ? member
    : { ...member, available_amount: budget.available_amount, reset_amount: budget.reset_amount }
