import { Context, Effect, Layer } from "effect"
import { Budgets } from "../budgets/service.ts"
import type { PageRequest } from "../core/page.ts"
import type { BudgetKey } from "../core/records/budgets.ts"
import { BudgetPeriodStore } from "./store.ts"

const make = Effect.gen(function* () {
  const store = yield* BudgetPeriodStore
  const budgets = yield* Budgets

  const list = Effect.fnUntraced(function* (key: BudgetKey, page: PageRequest) {
    yield* budgets.get(key)
    return yield* store.page(key, page)
  })

  return {
    /**
     * Lists the periods of a budget, newest first, with UTC instants and amounts in minor units.
     * "opening + topped up + moved − spent = closing, of the current period what is available now".
     * Refused: `NotFound` for the budget.
     */
    list,
  }
})

/** Periods of budgets: "numbered 1, 2, 3, …; a reset begins the next number". */
export class BudgetPeriods extends Context.Service<BudgetPeriods, Effect.Success<typeof make>>()(
  "@outlay/domain/BudgetPeriods",
) {
  static readonly layer = Layer.effect(BudgetPeriods, make)
}
