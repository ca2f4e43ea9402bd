import { type BigDecimal, Schema } from "effect"
import {
  amount,
  choice,
  client_id,
  integerId,
  internal,
  nullable,
  shown,
  text,
  times,
  timestamp,
  uuid,
} from "../fields.ts"
import { SubUser, subUser, type User } from "./users.ts"

export const topupStatuses = ["APPROVED", "PENDING", "DECLINED", "CANCELLED"] as const
export type TopupStatus = (typeof topupStatuses)[number]

/** An increase or decrease of what a budget, or a budget member, has available. */
export const Topup = Schema.Struct({
  client_id,
  id: uuid("The id of the topup."),
  budget_id: internal(uuid("The budget whose funds it moves.")),
  budget_member_id: internal(
    nullable(integerId(), "The member whose funds it moves; null for the budget's own."),
  ),
  amount: amount("Positive adds, negative takes away; never 0."),
  description: text("What it is for, in the words of who asked for it."),
  status: choice(topupStatuses, "PENDING until somebody decides; only APPROVED moved money."),
  requested_by: nullable(integerId(), "The user who asked for it; null for a token without one."),
  requested_by_token: internal(
    nullable(uuid(), "The token that asked for it: a token without a user is its own person."),
  ),
  actioned_by: nullable(integerId(), "The user who decided on it, or null."),
  actioned_on: nullable(timestamp(), "When it was decided on; null while it is PENDING."),
  ...times,
}).annotate({
  identifier: "Topup",
  description: "An increase or decrease of what a budget, or a budget member, has available.",
})
export interface Topup extends Schema.Schema.Type<typeof Topup> {}

/** A topup as the interface shows it: with the people, "SubUser or null". */
export const TopupRecord = shown(Topup, {
  requested_by: nullable(SubUser),
  actioned_by: nullable(SubUser),
})
export interface TopupRecord extends Schema.Schema.Type<typeof TopupRecord> {}

/** What is topped up: a budget, or one of its members. */
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

/** A topup as the interface shows it. */
export const showTopup = (topup: Topup, people: ReadonlyArray<User>): TopupRecord => ({
  ...topup,
  requested_by: person(people, topup.requested_by),
  actioned_by: person(people, topup.actioned_by),
})

const person = (people: ReadonlyArray<User>, id: number | null): SubUser | null => {
  const user = people.find((_) => _.id === id)
  return user === undefined ? null : subUser(user)
}
