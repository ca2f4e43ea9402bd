import { Context, type Effect } from "effect"
import type { BudgetKey } from "../core/records/budgets.ts"
import type { StorageUnavailable } from "../core/unit-of-work.ts"

/**
 * Knows which budgets are to be reset. A port of its own: the sweep asks for those of all
 * businesses, where `Store` is asked about one.
 */
export class DueBudgetStore extends Context.Service<
  DueBudgetStore,
  {
    /**
     * The budgets whose period ended before `now`, of one business or (null) of all; at most
     * `limit`, the longest due first, ties by business and id.
     */
    readonly due: (
      client_id: number | null,
      now: string,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<BudgetKey>, StorageUnavailable>
  }
>()("@outlay/domain/DueBudgetStore") {}
