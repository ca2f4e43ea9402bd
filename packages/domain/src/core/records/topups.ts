import { type BigDecimal, Schema } from "effect"
import {
  amount,
  choice,
  client_id,
  flag,
  integerId,
  internal,
  nullable,
  shown,
  text,
  times,
  timestamp,
  uuid,
} from "../fields.ts"
import { SubBudget } from "./budgets.ts"
import { SubUser, subUser, type User } from "./users.ts"

export const topupStatuses = ["APPROVED", "PENDING", "DECLINED", "CANCELLED"] as const
export type TopupStatus = (typeof topupStatuses)[number]

/** An increase or decrease of the funds available to a budget or a budget member. */
export const Topup = Schema.Struct({
  client_id,
  id: uuid("Id of the topup."),
  budget_id: internal(uuid("Budget of the topup.")),
  budget_member_id: internal(
    nullable(integerId(), "Member of the topup; null for the budget itself."),
  ),
  amount: amount("Signed amount: positive adds funds, negative removes them; never 0."),
  description: text("Description given by the requester."),
  status: choice(topupStatuses, "Status: PENDING until decided; only APPROVED moves funds."),
  requested_by: nullable(integerId(), "User who requested it; null for a token without a user."),
  requested_by_token: internal(
    nullable(uuid(), "Token that requested it, if it acts for no user."),
  ),
  actioned_by: nullable(integerId(), "User who decided it, or null."),
  actioned_on: nullable(timestamp(), "Time of the decision; null while PENDING."),
  reason: nullable(text(), "Reason given with the decision; null if none was."),
  ...times,
}).annotate({
  identifier: "Topup",
  description:
    "Topup: an increase or decrease of the funds available to a budget or a budget member.",
})
export interface Topup extends Schema.Schema.Type<typeof Topup> {}

/** A topup as the interface shows it, with the people: "SubUser or null". */
export const TopupRecord = shown(Topup, {
  requested_by: nullable(SubUser),
  actioned_by: nullable(SubUser),
})
export interface TopupRecord extends Schema.Schema.Type<typeof TopupRecord> {}

/** The member of a budget that is topped up. */
export const TopupMember = Schema.Struct({
  id: text("Id of the budget member."),
  user: nullable(SubUser, "User of the member; null for a pending invite."),
}).annotate({
  identifier: "TopupMember",
  description: "Reference to a budget member.",
})

/** A topup in the list of a business: "with `budget`, `member` and `can_decide`". */
export const BusinessTopup = shown(TopupRecord, {
  budget: SubBudget.annotate({ description: "Budget of the topup." }),
  member: nullable(TopupMember, "Member of the topup; null for the budget itself."),
  can_decide: flag("True if the caller can approve or decline the topup now."),
}).annotate({
  identifier: "BusinessTopup",
  description: "Topup of any budget of the business, with its budget and member.",
})
export interface BusinessTopup extends Schema.Schema.Type<typeof BusinessTopup> {}

export interface TopupFilter {
  readonly status?: TopupStatus | undefined
}

/** Target of a topup: a budget, or one of its members. */
export interface TopupTarget {
  readonly client_id: number
  readonly budget_id: string
  readonly budget_member_id: number | null
}

/**
 * "`amount` (not 0; positive adds, negative takes away), `description` (1–500), `auto_approve`
 * (optional boolean)."
 */
export interface CreateTopup {
  readonly amount: BigDecimal.BigDecimal
  readonly description: string
  readonly auto_approve?: boolean | undefined
}

/** Details of a decision about a topup. */
export interface DecideTopup {
  /** 1 to 500 characters. */
  readonly reason?: string | undefined
}

/** Returns a topup as the interface shows it. */
export const showTopup = (topup: Topup, people: ReadonlyArray<User>): TopupRecord => ({
  ...topup,
  requested_by: person(people, topup.requested_by),
  actioned_by: person(people, topup.actioned_by),
})

const person = (people: ReadonlyArray<User>, id: number | null): SubUser | null => {
  const user = people.find((_) => _.id === id)
  return user === undefined ? null : subUser(user)
}
