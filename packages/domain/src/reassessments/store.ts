import { Context, type Effect } from "effect"
import type { Candidate } from "../core/records/reassessments.ts"
import type { Place } from "../core/records/transactions.ts"
import type { StorageUnavailable } from "../core/unit-of-work.ts"

/** Queries of unfinished reassessments. Their progress is a row of `Store`. */
export class ReassessmentStore extends Context.Service<
  ReassessmentStore,
  {
    /** Returns the first `limit` businesses after `after` that have a reassessment, ascending. */
    readonly due: (
      after: number,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<number>, StorageUnavailable>
    /**
     * Returns the first `limit` transactions of the business after `after` (null: from the start)
     * that are INCOMPLETE_EXPENSE, in the order of lists (`newestFirst`).
     */
    readonly incomplete: (
      client_id: number,
      after: Place | null,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<Candidate>, StorageUnavailable>
  }
>()("@outlay/domain/ReassessmentStore") {}
