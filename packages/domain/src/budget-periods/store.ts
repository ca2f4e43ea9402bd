import { Context, type Effect } from "effect"
import type { Page, PageRequest } from "../core/page.ts"
import type { BudgetPeriodRecord } from "../core/records/budget-periods.ts"
import type { BudgetKey } from "../core/records/budgets.ts"
import type { StorageUnavailable } from "../core/unit-of-work.ts"

/**
 * Reads the periods of budgets; what is decided about budgets and transactions writes them. A port
 * of its own, because a storage adds up what the periods before those of a page left to them.
 */
export class BudgetPeriodStore extends Context.Service<
  BudgetPeriodStore,
  {
    /**
     * The periods of a budget, the newest first: the current one, as the budget's row has it, then
     * those that ended. None of a budget that is not there.
     */
    readonly page: (
      key: BudgetKey,
      page: PageRequest,
    ) => Effect.Effect<Page<BudgetPeriodRecord>, StorageUnavailable>
  }
>()("@outlay/domain/BudgetPeriodStore") {}
