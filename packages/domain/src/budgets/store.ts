import { Context, Effect, Layer } from "effect"
import type { PageRequest } from "../core/page.ts"
import type { BudgetFilter, BudgetKey } from "../core/records/budgets.ts"
import type { Sight } from "../core/sight.ts"
import { changeOf, Store } from "../core/store.ts"
import { budgetById, budgetContext, budgetRow, budgetsByCreated } from "./looks.ts"

const make = Effect.map(Store, (store) => ({
  /** The row itself, deleted or not; null when the business has no such budget. */
  find: (key: BudgetKey) => store.read(key.client_id, budgetRow(key)),
  get: (key: BudgetKey) => store.read(key.client_id, budgetById(key)),
  /**
   * By `created` ascending, ties by id; with a sight only those that the user may see
   * (`seesBudget`).
   */
  page: (client_id: number, filter: BudgetFilter, page: PageRequest, sight: Sight | null = null) =>
    store.read(client_id, budgetsByCreated(filter, page, sight)),
  /** Decides on what `budgetContext` looks at: see `Store`. */
  change: changeOf(store, budgetContext),
}))

/** Keeps budgets. */
export class BudgetStore extends Context.Service<BudgetStore, Effect.Success<typeof make>>()(
  "@outlay/domain/BudgetStore",
) {
  static readonly layer = Layer.effect(BudgetStore, make)
}
