import type { Actor } from "./actor.ts"
import type { EventResource, EventType } from "./event-types.ts"
import { isSame } from "./same.ts"

/** A state change, as returned by a rule. The store adds its sequence number, time and actor. */
export interface NewEvent {
  readonly type: EventType
  /** Kind of the record in `data`, such as `topups`, as listed in `eventTypes`. */
  readonly resource: EventResource
  /** The record after the change, in the shape of the model (money in minor units). */
  readonly data: object
  /** The fields that changed, with their previous values; null if the record is new. */
  readonly previous: object | null
}

/** Actor of an event: a token with its user, the operator, or the system. */
export interface EventActor {
  readonly type: Actor["type"]
  readonly token_id: string | null
  readonly user_id: number | null
}

/**
 * Returns the actor in the form that events show.
 *
 * @throws RangeError for an unknown type of actor, because the event could never be corrected.
 */
export const eventActor = (actor: Actor): EventActor => {
  const { type } = actor
  if (type === "token") return { type, token_id: actor.token_id, user_id: actor.user_id }
  if (type === "operator" || type === "system") return { type, token_id: null, user_id: null }
  const found: unknown = type
  const rule = "The actor's type must be token, operator or system"
  throw new RangeError(`${rule}, and it is ${JSON.stringify(found)}.`)
}

/**
 * An entry of the audit trail. It is appended with the change that it reports, and never edited.
 * `data` and `previous` are as the interface showed them at that time.
 */
export interface Event {
  readonly client_id: number
  /** 1, 2, 3, … within the business, without gaps, in the order of commit. */
  readonly sequence: number
  /** A version 7 UUID. */
  readonly id: string
  readonly type: EventType
  /** Time of the change; never earlier than that of the previous event. */
  readonly created: string
  readonly actor: EventActor
  readonly data: object
  readonly previous: object | null
  /** SHA-256 in hex; see `sealOf`. */
  readonly hash: string
}

/**
 * The newest event of a business. Someone who saves it can detect later that the history was
 * rewritten.
 */
export interface EventHead {
  readonly sequence: number
  readonly hash: string
}

/**
 * "Filters `type`, `min_created`, `max_created`", both inclusive, and `after_sequence`, exclusive.
 * An absent filter excludes nothing.
 */
export interface EventFilter {
  readonly type?: string | undefined
  readonly min_created?: string | undefined
  readonly max_created?: string | undefined
  readonly after_sequence?: number | undefined
}

/**
 * True if nothing except `updated` differs: "`PATCH` with nothing that differs changes nothing: no
 * event, no new `updated`."
 */
export const isUnchanged = <A extends object>(before: A, after: A): boolean =>
  Object.keys(previous(before, after)).every((field) => field === "updated")

/** Returns the fields of `before` that differ in `after`, with their previous values. */
export const previous = <A extends object>(before: A, after: A): object =>
  Object.fromEntries(
    Object.entries(before).filter(([name, value]) => !isSame(value, after[name as keyof A])),
  )
