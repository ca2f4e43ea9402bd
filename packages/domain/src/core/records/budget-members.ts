import { type BigDecimal, Schema } from "effect"
import {
  amount,
  client_id,
  count,
  flag,
  integerId,
  internal,
  nullable,
  times,
  timestamp,
  uuid,
  volatile,
} from "../fields.ts"
import { type People, showPerson } from "../people.ts"
import { type Budget, type PersonReference, SubBudget } from "./budgets.ts"
import { InviteRecord } from "./invites.ts"
import { SubUser } from "./users.ts"

/**
 * "A budget member is a user who has been invited to a budget": exactly one of `user_id` and
 * `invite_id` is set. With member limits, all amounts belong to the member. Without them, only
 * `spent_amount` does, and the other two are 0.
 */
export const BudgetMember = Schema.Struct({
  client_id,
  id: integerId("Id of the member."),
  budget_id: internal(uuid("Budget.")),
  user_id: internal(nullable(integerId(), "User, or null for an invite.")),
  invite_id: internal(nullable(integerId(), "Pending invite, or null for a user.")),
  available_amount: volatile(
    amount("Amount that the member can still spend in the current period."),
  ),
  spent_amount: volatile(amount("Amount that the member spent in the current period.")),
  reset_amount: amount("Amount that the member starts each period with."),
  /** Starts at 1 and increases each time the member rejoins. A charge belongs to one stint. */
  stint: internal(count("Number of times they joined.")),
  since: internal(timestamp("Time they last joined.")),
  is_deleted: flag("True if the membership has ended."),
  ...times,
  updated: volatile(times.updated),
}).annotate({
  identifier: "BudgetMember",
  description: "Member of a budget: a user or a pending invite. Exactly one of the two is present.",
})
export interface BudgetMember extends Schema.Schema.Type<typeof BudgetMember> {}

/** Fields that both listings of members show. */
const { id, available_amount, spent_amount, reset_amount, is_deleted } = BudgetMember.fields
const memberFields = { id, available_amount, spent_amount, reset_amount, is_deleted, ...times }

/** A member with its person: `user` or `invite`, "exactly one present". */
export const BudgetMemberRecord = Schema.Struct({
  ...memberFields,
  user: nullable(SubUser, "User; absent for an invite."),
  invite: nullable(InviteRecord, "Pending invite; absent for a user."),
}).annotate({
  identifier: "BudgetMember",
  description: "Member of a budget: a user or a pending invite. Exactly one of the two is present.",
})
export interface BudgetMemberRecord extends Schema.Schema.Type<typeof BudgetMemberRecord> {}

/** A member as "the by-user listing shows it: `budget` instead of `user`". */
export const MembershipRecord = Schema.Struct({
  ...memberFields,
  budget: SubBudget,
}).annotate({
  identifier: "Membership",
  description: "Membership of a user, with its budget.",
})
export interface MembershipRecord extends Schema.Schema.Type<typeof MembershipRecord> {}

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

/** Returns a member with the amounts that the interface shows. */
export const shownAmounts = (
  budget: Pick<Budget, "has_member_limits" | "available_amount" | "reset_amount">,
  member: BudgetMember,
): BudgetMember =>
  budget.has_member_limits
    ? member
    : { ...member, available_amount: budget.available_amount, reset_amount: budget.reset_amount }
