import { Context, Effect, Layer } from "effect"
import type { MemberChange } from "../budget-members/looks.ts"
import type { Decide } from "../core/decision.ts"
import type { Page, PageRequest } from "../core/page.ts"
import type { BudgetOwnerRecord, OwnerFilter } from "../core/records/budget-owners.ts"
import type { BudgetKey } from "../core/records/budgets.ts"
import type { Sight } from "../core/sight.ts"
import { Store } from "../core/store.ts"
import type { StorageUnavailable } from "../core/unit-of-work.ts"
import { ownerContext, ownersOfBudget } from "./looks.ts"
import type { OwnerContext } from "./rules.ts"

/** Keeps the owners of budgets. */
export class BudgetOwnerStore extends Context.Service<
  BudgetOwnerStore,
  {
    /**
     * By `created` ascending, ties by id; with a sight only those that the user may see
     * (`seesOwners`).
     */
    readonly page: (
      key: BudgetKey,
      filter: OwnerFilter,
      page: PageRequest,
      sight?: Sight | null,
    ) => Effect.Effect<Page<BudgetOwnerRecord>, StorageUnavailable>
    /** Decides on what `ownerContext` looks at: see `Store`. */
    readonly change: <A, E>(
      change: MemberChange,
      decide: Decide<OwnerContext, A, E>,
    ) => Effect.Effect<A, E | StorageUnavailable>
  }
>()("@outlay/domain/BudgetOwnerStore") {
  static readonly layer = Layer.effect(
    BudgetOwnerStore,
    Effect.map(Store, (store) => ({
      page: (key, filter, request, sight = null) =>
        store.read(key.client_id, ownersOfBudget(key, filter, request, sight)),
      change: (key, decide) => store.change(key.client_id, ownerContext(key), decide),
    })),
  )
}
