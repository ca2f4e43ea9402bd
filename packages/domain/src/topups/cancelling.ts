import { previous } from "../events/model.ts"
import { changed, joined, type Part } from "../shared/decision.ts"
import type { User } from "../users/model.ts"
import type { Topup } from "./model.ts"
import { showTopup } from "./rules.ts"

/**
 * Cancels topups whose budget, member or requester goes, so that none waits for what cannot be. No
 * money moves, and nobody is named as who acted.
 */
export const cancelTopups = (
  pending: ReadonlyArray<Topup>,
  requesters: ReadonlyArray<User>,
  now: string,
): Part =>
  joined(
    pending.map((before) => {
      const after: Topup = { ...before, status: "CANCELLED", actioned_on: now, updated: now }
      const data = showTopup(after, requesters)
      return {
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
    }),
  )
