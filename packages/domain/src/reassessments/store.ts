import { Context, type Effect } from "effect"
import type { Decide } from "../core/decision.ts"
import type { Candidate, Reassessment } from "../core/records/reassessments.ts"
import type { Place } from "../core/records/transactions.ts"
import type { StorageUnavailable } from "../core/unit-of-work.ts"

/** Store of reassessments that have not ended: at most one for each business. */
export class ReassessmentStore extends Context.Service<
  ReassessmentStore,
  {
    /** Returns the first `limit` businesses after `after` that have one, ascending. */
    readonly due: (
      after: number,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<number>, StorageUnavailable>
    /** Returns the reassessment of the business, or null. */
    readonly find: (client_id: number) => Effect.Effect<Reassessment | null, StorageUnavailable>
    /**
     * Returns the first `limit` transactions of the business after `after` (null: from the start)
     * that are INCOMPLETE_EXPENSE, in the order of lists (`newestFirst`).
     */
    readonly incomplete: (
      client_id: number,
      after: Place | null,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<Candidate>, StorageUnavailable>
    /**
     * Loads the reassessment of the business under the write lock, calls `decide`, and commits its
     * decision in one atomic step; a refusal changes nothing. `decide` may be called again after a
     * conflict.
     */
    readonly change: <A, E>(
      client_id: number,
      decide: Decide<Reassessment | null, A, E>,
    ) => Effect.Effect<A, E | StorageUnavailable>
  }
>()("@outlay/domain/ReassessmentStore") {}
