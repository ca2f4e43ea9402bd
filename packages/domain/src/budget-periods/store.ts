import { Context, type Effect } from "effect"
import type { Page, PageRequest } from "../core/page.ts"
import type { BudgetPeriodRecord } from "../core/records/budget-periods.ts"
import type { BudgetKey } from "../core/records/budgets.ts"
import type { StorageUnavailable } from "../core/unit-of-work.ts"

/**
 * Reads the periods of budgets; decisions about budgets and transactions write them. It is a
 * separate port, because a storage computes the amounts that earlier periods carried over into
 * those on the page.
 */
export class BudgetPeriodStore extends Context.Service<
  BudgetPeriodStore,
  {
    /**
     * Periods of a budget, newest first: the current one, from the budget's row, then the ended
     * ones. Empty if the budget does not exist.
     */
    readonly page: (
      key: BudgetKey,
      page: PageRequest,
    ) => Effect.Effect<Page<BudgetPeriodRecord>, StorageUnavailable>
  }
>()("@outlay/domain/BudgetPeriodStore") {}
