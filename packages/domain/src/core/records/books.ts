import { Schema } from "effect"
import { client_id, day, internal, nullable, times } from "../fields.ts"

/** "Closing the books": the day up to which booked movements are final. */
export const Books = Schema.Struct({
  client_id,
  locked_through: nullable(
    day(),
    "Last locked UTC day; earlier days are locked too. Null if no day is locked.",
  ),
  created: internal(times.created),
  updated: internal(times.updated),
}).annotate({
  identifier: "Books",
  description: "The books of the business: movements up to the lock date are final.",
})
export interface Books extends Schema.Schema.Type<typeof Books> {}

export interface UpdateBooks {
  /** `YYYY-MM-DD`, or null for no lock. */
  readonly locked_through: string | null
}
