import type { Part } from "../../core/decision.ts"
import { showTopup, type Topup } from "../../core/records/topups.ts"
import type { User } from "../../core/records/users.ts"
import { rowChange } from "../../core/row-change.ts"

/**
 * Cancels pending topups whose budget, member or requester is removed, because they can no longer
 * be decided. No money moves, and `actioned_by` stays null.
 */
export function* cancelTopups(
  pending: ReadonlyArray<Topup>,
  requesters: ReadonlyArray<User>,
  now: string,
): Generator<Part, void> {
  for (const before of pending) {
    const after: Topup = { ...before, status: "CANCELLED", actioned_on: now, updated: now }
    const show = (topup: Topup) => showTopup(topup, requesters)
    yield rowChange("topup.cancelled", { before, after, show })
  }
}
