import { Context, type Effect } from "effect"
import type { BudgetKey } from "../core/records/budgets.ts"
import type { StorageUnavailable } from "../core/unit-of-work.ts"

/**
 * Finds the budgets that are due for a reset. It is a separate port, because the sweep needs those
 * of all businesses, while `Store` works on one.
 */
export class DueBudgetStore extends Context.Service<
  DueBudgetStore,
  {
    /**
     * Budgets whose period ended before `now`, of one business or (null) of all businesses: at most
     * `limit`, longest due first, ties by business and id.
     */
    readonly due: (
      client_id: number | null,
      now: string,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<BudgetKey>, StorageUnavailable>
  }
>()("@outlay/domain/DueBudgetStore") {}
