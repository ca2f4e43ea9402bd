import { Schema } from "effect"
import { client_id, flag, nullable, times, timestamp, uuid } from "../fields.ts"
import type { Place } from "./transactions.ts"

/**
 * That the incomplete expenses of a business are to be judged again, because a setting has changed:
 * from the newest to the oldest, slice by slice. It is kept, so that a restart goes on with it.
 */
export const Reassessment = Schema.Struct({
  client_id,
  auth_date: nullable(
    timestamp(),
    "Time of authorisation of the last transaction processed; null before the first.",
  ),
  transaction_id: nullable(uuid(), "Last transaction processed; null before the first."),
  /** A setting has changed since the first was looked at: it begins again when it has ended. */
  again: flag("True if it starts again when it ends."),
  ...times,
})
export interface Reassessment extends Schema.Schema.Type<typeof Reassessment> {}

/** An incomplete expense, as far as a slice is measured by it. */
export interface Candidate extends Place {
  /** `couldBeComplete`: settings alone decide, so that it has to be loaded and judged. */
  readonly could_be_complete: boolean
  /** About how many bytes it has. */
  readonly size: number
}
