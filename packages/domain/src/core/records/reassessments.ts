import type { Place } from "./transactions.ts"

/**
 * That the incomplete expenses of a business are to be judged again, because a setting has changed:
 * from the newest to the oldest, slice by slice. It is kept, so that a restart goes on with it.
 */
export interface Reassessment {
  readonly client_id: number
  /** The last one that was looked at; both are null before the first. */
  readonly auth_date: string | null
  readonly transaction_id: string | null
  /** A setting has changed since the first was looked at: it begins again when it has ended. */
  readonly again: boolean
  readonly created: string
  readonly updated: string
}

/** An incomplete expense, as far as a slice is measured by it. */
export interface Candidate extends Place {
  /** `couldBeComplete`: settings alone decide, so that it has to be loaded and judged. */
  readonly could_be_complete: boolean
  /** About how many bytes it has. */
  readonly size: number
}
