import type { BigDecimal } from "effect"
import type { Money } from "../money.ts"
import { type People, showPerson } from "../people.ts"
import type { Budget, BudgetType, PersonReference } from "./budgets.ts"
import type { InviteRecord } from "./invites.ts"
import type { SubUser } from "./users.ts"

/**
 * "A budget member is a user who has been invited to a budget": `user_id` or `invite_id`, exactly
 * one. With member limits the amounts are the member's own; without, only `spent_amount` is, and
 * the other two are 0.
 */
export interface BudgetMember {
  readonly client_id: number
  readonly id: number
  readonly budget_id: string
  readonly user_id: number | null
  readonly invite_id: number | null
  readonly available_amount: Money
  readonly spent_amount: Money
  readonly reset_amount: Money
  /** 1, and one more each time that they came back: what a charge belongs to ends with it. */
  readonly stint: number
  /** When that began. */
  readonly since: string
  readonly is_deleted: boolean
  readonly created: string
  readonly updated: string
}

/** What the interface shows of a member, whichever listing it is in. */
type Shown = Pick<
  BudgetMember,
  "id" | "available_amount" | "spent_amount" | "reset_amount" | "is_deleted" | "created" | "updated"
>

/** A member with its person: `user` or `invite`, "exactly one present". */
export interface BudgetMemberRecord extends Shown {
  readonly user: SubUser | null
  readonly invite: InviteRecord | null
}

/** A member as "the by-user listing shows it: `budget` instead of `user`". */
export interface MembershipRecord extends Shown {
  readonly budget: { readonly id: string; readonly name: string; readonly budget_type: BudgetType }
}

export interface MemberKey {
  readonly client_id: number
  readonly budget_id: string
  readonly budget_member_id: number
}

export interface MemberFilter {
  readonly is_deleted?: boolean | undefined
  readonly user_id?: number | undefined
}

export interface AddMember extends PersonReference {
  readonly reset_amount?: BigDecimal.BigDecimal | undefined
}

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
