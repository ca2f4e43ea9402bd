import { Context, Effect, Layer } from "effect"
import type { PageRequest } from "../core/page.ts"
import type { CategoryFilter, CategoryKey } from "../core/records/categories.ts"
import { changeOf, Store } from "../core/store.ts"
import { categories, categoryById, categoryContext } from "./looks.ts"

const make = Effect.map(Store, (store) => ({
  /** Null also when it is deleted. */
  get: ({ client_id, category_id }: CategoryKey) =>
    store.read(client_id, categoryById(category_id)),
  /** Those that are not deleted, by `created` ascending, ties by id. */
  page: (client_id: number, filter: CategoryFilter, page: PageRequest) =>
    store.read(client_id, categories(filter, page)),
  /** Decides on what `categoryContext` looks at: see `Store`. */
  change: changeOf(store, categoryContext),
}))

/** Keeps categories. */
export class CategoryStore extends Context.Service<CategoryStore, Effect.Success<typeof make>>()(
  "@outlay/domain/CategoryStore",
) {
  static readonly layer = Layer.effect(CategoryStore, make)
}
