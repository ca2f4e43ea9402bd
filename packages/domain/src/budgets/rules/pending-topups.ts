import { changed, type Part } from "../../core/decision.ts"
import { previous } from "../../core/events.ts"
import { showTopup, type Topup } from "../../core/records/topups.ts"
import type { User } from "../../core/records/users.ts"

/**
 * Cancels topups whose budget, member or requester goes, so that none waits for what cannot be. No
 * money moves, and nobody is named as who acted.
 */
export function* cancelTopups(
  pending: ReadonlyArray<Topup>,
  requesters: ReadonlyArray<User>,
  now: string,
): Generator<Part, void> {
  for (const before of pending) {
    const after: Topup = { ...before, status: "CANCELLED", actioned_on: now, updated: now }
    const data = showTopup(after, requesters)
    yield {
      writes: [changed("topups", before, after)],
      entries: [],
      events: [
        {
          type: "topup.cancelled",
          resource: "topups",
          data,
          previous: previous(showTopup(before, requesters), data),
        },
      ],
    }
  }
}
