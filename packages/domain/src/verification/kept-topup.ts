import type { Entry } from "../core/entries.ts"
import type { Topup } from "../core/records/topups.ts"

/** Everything that is kept of one topup: its row may be gone. */
export interface KeptTopup {
  readonly id: string
  readonly topup: Topup | null
  /** In the order in which they were made. */
  readonly entries: ReadonlyArray<Entry>
}
