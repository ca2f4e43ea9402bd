import { Context, Effect, Layer } from "effect"
import type { PageRequest } from "../core/page.ts"
import type { OwnerFilter } from "../core/records/budget-owners.ts"
import type { BudgetKey } from "../core/records/budgets.ts"
import type { Sight } from "../core/sight.ts"
import { changeOf, Store } from "../core/store.ts"
import { ownerContext, ownersOfBudget } from "./looks.ts"

const make = Effect.map(Store, (store) => ({
  /**
   * By `created` ascending, ties by id; with a sight only those that the user may see
   * (`seesOwners`).
   */
  page: (key: BudgetKey, filter: OwnerFilter, page: PageRequest, sight: Sight | null = null) =>
    store.read(key.client_id, ownersOfBudget(key, filter, page, sight)),
  /** Decides on what `ownerContext` looks at: see `Store`. */
  change: changeOf(store, ownerContext),
}))

/** Keeps the owners of budgets. */
export class BudgetOwnerStore extends Context.Service<
  BudgetOwnerStore,
  Effect.Success<typeof make>
>()("@outlay/domain/BudgetOwnerStore") {
  static readonly layer = Layer.effect(BudgetOwnerStore, make)
}
