import { Context, type Effect } from "effect"
import type { Decide } from "../core/decision.ts"
import type { Candidate, Reassessment } from "../core/records/reassessments.ts"
import type { Place } from "../core/records/transactions.ts"
import type { StorageUnavailable } from "../core/unit-of-work.ts"

/** Keeps the reassessments that have not ended: one of a business at most. */
export class ReassessmentStore extends Context.Service<
  ReassessmentStore,
  {
    /** The businesses that have one, ascending, the first `limit` of those after `after`. */
    readonly due: (
      after: number,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<number>, StorageUnavailable>
    /** The reassessment of the business, or null. */
    readonly find: (client_id: number) => Effect.Effect<Reassessment | null, StorageUnavailable>
    /**
     * The transactions of the business that are INCOMPLETE_EXPENSE, in the order of lists
     * (`newestFirst`), of those after `after` (null: of all) the first `limit`.
     */
    readonly incomplete: (
      client_id: number,
      after: Place | null,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<Candidate>, StorageUnavailable>
    /**
     * Loads the reassessment of the business under the write lock, asks `decide`, and commits its
     * decision as one atomic step; a refusal changes nothing. `decide` may be asked again after a
     * conflict.
     */
    readonly change: <A, E>(
      client_id: number,
      decide: Decide<Reassessment | null, A, E>,
    ) => Effect.Effect<A, E | StorageUnavailable>
  }
>()("@outlay/domain/ReassessmentStore") {}
