import { Context, Effect, Layer } from "effect"
import type { Decide } from "../core/decision.ts"
import type { Page, PageRequest } from "../core/page.ts"
import type { Budget, BudgetFilter, BudgetKey, BudgetRecord } from "../core/records/budgets.ts"
import type { Sight } from "../core/sight.ts"
import { Store } from "../core/store.ts"
import type { StorageUnavailable } from "../core/unit-of-work.ts"
import type { BudgetContext } from "./context.ts"
import {
  type BudgetChange,
  budgetById,
  budgetContext,
  budgetRow,
  budgetsByCreated,
} from "./looks.ts"

/** Keeps budgets. */
export class BudgetStore extends Context.Service<
  BudgetStore,
  {
    /** The row itself, deleted or not; null when the business has no such budget. */
    readonly find: (key: BudgetKey) => Effect.Effect<Budget | null, StorageUnavailable>
    readonly get: (key: BudgetKey) => Effect.Effect<BudgetRecord | null, StorageUnavailable>
    /**
     * By `created` ascending, ties by id; with a sight only those that the user may see
     * (`seesBudget`).
     */
    readonly page: (
      client_id: number,
      filter: BudgetFilter,
      page: PageRequest,
      sight?: Sight | null,
    ) => Effect.Effect<Page<BudgetRecord>, StorageUnavailable>
    /** Decides on what `budgetContext` looks at: see `Store`. */
    readonly change: <A, E>(
      change: BudgetChange,
      decide: Decide<BudgetContext, A, E>,
    ) => Effect.Effect<A, E | StorageUnavailable>
  }
>()("@outlay/domain/BudgetStore") {
  static readonly layer = Layer.effect(
    BudgetStore,
    Effect.map(Store, (store) => ({
      find: (key) => store.read(key.client_id, budgetRow(key)),
      get: (key) => store.read(key.client_id, budgetById(key)),
      page: (client_id, filter, request, sight = null) =>
        store.read(client_id, budgetsByCreated(filter, request, sight)),
      change: (key, decide) => store.change(key.client_id, budgetContext(key), decide),
    })),
  )
}
