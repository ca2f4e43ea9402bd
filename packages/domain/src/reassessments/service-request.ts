import { Effect } from "effect"
import { now } from "../core/now.ts"
import { Store } from "../core/store.ts"
import { pendingReassessment } from "./looks.ts"
import { decideRequest } from "./rules.ts"

/**
 * Must be called in the step in which a setting changes such that an incomplete expense may become
 * complete: a category is enabled or becomes visible on a budget; a custom field is deleted,
 * unlinked or gets an option. It only writes a row; `Reassessments.proceed` does the work later.
 */
export const reassessmentRequest = Effect.map(Store, (store) =>
  Effect.fn("Reassessments.request")(function* (client_id: number) {
    const at = yield* now
    yield* store.change(client_id, pendingReassessment, (pending) =>
      decideRequest(pending, client_id, at),
    )
  }),
)
