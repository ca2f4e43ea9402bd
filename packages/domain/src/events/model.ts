import type { Actor } from "../shared/actor.ts"

/** The kinds of record that events are about: the contract has an encoder for each. */
export const eventResources = [
  "accounting_codes",
  "budget_members",
  "budget_owners",
  "budgets",
  "businesses",
  "categories",
  "custom_field_budgets",
  "custom_field_options",
  "custom_fields",
  "invites",
  "policies",
  "tax_rates",
  "tokens",
  "topups",
  "transactions",
  "users",
  "wallets",
  "webhooks",
] as const
export type EventResource = (typeof eventResources)[number]

/** A state change, as a rule reports it; the store gives it its id, its time and its actor. */
export interface NewEvent {
  /** `<resource>.<what happened>`, such as `topup.approved`. */
  readonly type: string
  /** Which encoder shows `data` on the wire, such as `topups`. */
  readonly resource: EventResource
  /** The record after the change, in the shape of the model (money in minor units). */
  readonly data: object
  /** The fields that changed, with the values they had; null when the record is new. */
  readonly previous: object | null
}

/** An entry of the audit trail: appended with the change it reports, never edited. */
export interface Event extends NewEvent {
  readonly client_id: number
  /** A version 7 UUID: events sort by id in the order in which they happened. */
  readonly id: string
  readonly created: string
  readonly actor: Actor
}

/**
 * "Filters `type`, `min_created`, `max_created`", both inclusive; an absent one filters nothing.
 */
export interface EventFilter {
  readonly type?: string | undefined
  readonly min_created?: string | undefined
  readonly max_created?: string | undefined
}

/** The fields of `before` that differ in `after`, with the values they had. */
export const previous = <A extends object>(before: A, after: A): object =>
  Object.fromEntries(
    Object.entries(before).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(after[name as keyof A]),
    ),
  )
