import type { Actor } from "../shared/actor.ts"

/** A state change, as a rule reports it; the store gives it its id, its time and its actor. */
export interface NewEvent {
  /** `<resource>.<what happened>`, such as `topup.approved`. */
  readonly type: string
  /** Which encoder shows `data` on the wire, such as `topups`. */
  readonly resource: string
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

/** The fields of `before` that differ in `after`, with the values they had. */
export const previous = <A extends object>(before: A, after: A): object =>
  Object.fromEntries(
    Object.entries(before).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(after[name as keyof A]),
    ),
  )
