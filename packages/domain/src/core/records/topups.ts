import type { BigDecimal } from "effect"
import type { Money } from "../money.ts"
import { type SubUser, subUser, type User } from "./users.ts"

export const topupStatuses = ["APPROVED", "PENDING", "DECLINED", "CANCELLED"] as const
export type TopupStatus = (typeof topupStatuses)[number]

/** An increase or decrease of what a budget, or a budget member, has available. */
export interface Topup {
  readonly client_id: number
  readonly id: string
  readonly budget_id: string
  /** Null for a topup of the budget itself. */
  readonly budget_member_id: number | null
  /** Minor units of the business's own currency; negative takes away; never 0. */
  readonly amount: Money
  readonly description: string
  readonly status: TopupStatus
  /** The user who asked for it, or null for a token without one. */
  readonly requested_by: number | null
  /** The token that asked for it: a token without a user is its own person. */
  readonly requested_by_token: string | null
  readonly actioned_by: number | null
  readonly actioned_on: string | null
  readonly created: string
  readonly updated: string
}

/** A topup as the interface shows it: with the people, "SubUser or null". */
export interface TopupRecord extends Omit<Topup, "requested_by" | "actioned_by"> {
  readonly requested_by: SubUser | null
  readonly actioned_by: SubUser | null
}

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
