import type { Actor } from "./actor.ts"
import type { EventResource, EventType } from "./event-types.ts"
import { isSame } from "./same.ts"

/** A state change, as a rule reports it; the store gives it its place, its time and its actor. */
export interface NewEvent {
  readonly type: EventType
  /** What `data` is, such as `topups`: as `eventTypes` says of the type. */
  readonly resource: EventResource
  /** The record after the change, in the shape of the model (money in minor units). */
  readonly data: object
  /** The fields that changed, with the values they had; null when the record is new. */
  readonly previous: object | null
}

/** Who acted, as an event shows it: a token and the user for whom, the operator, or the system. */
export interface EventActor {
  readonly type: Actor["type"]
  readonly token_id: string | null
  readonly user_id: number | null
}

/**
 * The actor as an event shows it.
 *
 * @throws RangeError for an actor of any other type: the event could never be edited.
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
 * An entry of the audit trail: appended with the change that it reports, never edited. `data` and
 * `previous` are as the interface showed them then.
 */
export interface Event {
  readonly client_id: number
  /** 1, 2, 3, … in the business, without gaps, in the order of commit. */
  readonly sequence: number
  /** A version 7 UUID. */
  readonly id: string
  readonly type: EventType
  /** Never before that of the event before it. */
  readonly created: string
  readonly actor: EventActor
  readonly data: object
  readonly previous: object | null
  /** SHA-256, hex: see `sealOf`. */
  readonly hash: string
}

/** The newest event of a business: whoever noted it can tell a history that was rewritten. */
export interface EventHead {
  readonly sequence: number
  readonly hash: string
}

/**
 * "Filters `type`, `min_created`, `max_created`", both inclusive, and `after_sequence`, exclusive;
 * an absent one filters nothing.
 */
export interface EventFilter {
  readonly type?: string | undefined
  readonly min_created?: string | undefined
  readonly max_created?: string | undefined
  readonly after_sequence?: number | undefined
}

/**
 * Whether nothing differs but `updated`: "`PATCH` with nothing that differs changes nothing: no
 * event, no new `updated`."
 */
export const isUnchanged = <A extends object>(before: A, after: A): boolean =>
  Object.keys(previous(before, after)).every((field) => field === "updated")

/** The fields of `before` that differ in `after`, with the values they had. */
export const previous = <A extends object>(before: A, after: A): object =>
  Object.fromEntries(
    Object.entries(before).filter(([name, value]) => !isSame(value, after[name as keyof A])),
  )
