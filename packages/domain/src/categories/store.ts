import { Context, Effect, Layer } from "effect"
import type { Decide } from "../core/decision.ts"
import type { Page, PageRequest } from "../core/page.ts"
import type { Category, CategoryFilter, CategoryKey } from "../core/records/categories.ts"
import { Store } from "../core/store.ts"
import type { StorageUnavailable } from "../core/unit-of-work.ts"
import { type CategoryChange, categories, categoryById, categoryContext } from "./looks.ts"
import type { CategoryContext } from "./rules.ts"

/** Keeps categories. */
export class CategoryStore extends Context.Service<
  CategoryStore,
  {
    /** Null also when it is deleted. */
    readonly get: (key: CategoryKey) => Effect.Effect<Category | null, StorageUnavailable>
    /** Those that are not deleted, by `created` ascending, ties by id. */
    readonly page: (
      client_id: number,
      filter: CategoryFilter,
      page: PageRequest,
    ) => Effect.Effect<Page<Category>, StorageUnavailable>
    /** Decides on what `categoryContext` looks at: see `Store`. */
    readonly change: <A, E>(
      change: CategoryChange,
      decide: Decide<CategoryContext, A, E>,
    ) => Effect.Effect<A, E | StorageUnavailable>
  }
>()("@outlay/domain/CategoryStore") {
  static readonly layer = Layer.effect(
    CategoryStore,
    Effect.map(Store, (store) => ({
      get: ({ client_id, category_id }) => store.read(client_id, categoryById(category_id)),
      page: (client_id, filter, request) => store.read(client_id, categories(filter, request)),
      change: (key, decide) => store.change(key.client_id, categoryContext(key), decide),
    })),
  )
}
