import { Schema } from "effect"
import { client_id, flag, nullable, times, timestamp, uuid } from "../fields.ts"
import type { Place } from "./transactions.ts"

/**
 * A pending reassessment of the incomplete expenses of a business, because a setting changed. It
 * runs from the newest expense to the oldest, slice by slice, and is stored so that it continues
 * after a restart.
 */
export const Reassessment = Schema.Struct({
  client_id,
  auth_date: nullable(
    timestamp(),
    "Time of authorisation of the last transaction processed; null before the first.",
  ),
  transaction_id: nullable(uuid(), "Last transaction processed; null before the first."),
  /**
   * A setting changed again since the reassessment began, so that it must restart after it ends.
   */
  again: flag("True if it starts again when it ends."),
  ...times,
})
export interface Reassessment extends Schema.Schema.Type<typeof Reassessment> {}

/** An incomplete expense, with the values that determine the length of a slice. */
export interface Candidate extends Place {
  /**
   * Result of `couldBeComplete`: the expense must be loaded and reassessed, because only settings
   * decide.
   */
  readonly could_be_complete: boolean
  /** Approximate size in bytes. */
  readonly size: number
}
