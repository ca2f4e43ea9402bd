import type { Entry } from "../core/entries.ts"
import type { Topup } from "../core/records/topups.ts"

/** Stored data of one topup, whose row may be missing. */
export interface KeptTopup {
  readonly id: string
  readonly topup: Topup | null
  /** In the order in which they were made. */
  readonly entries: ReadonlyArray<Entry>
}
