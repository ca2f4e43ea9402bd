import { Context, Effect, Layer } from "effect"
import { Ids } from "../core/ids.ts"
import { existingIn } from "../core/not-found.ts"
import { now as currentTime } from "../core/now.ts"
import type { PageRequest } from "../core/page.ts"
import type {
  CategoryFilter,
  CategoryKey,
  CreateCategory,
  MapCategory,
  UpdateCategory,
} from "../core/records/categories.ts"
import { Store } from "../core/store.ts"
import { UnitOfWork } from "../core/unit-of-work.ts"
import { reassessmentRequest } from "../reassessments/service-request.ts"
import { categories, categoryById, categoryContext } from "./looks.ts"
import {
  decideCategory,
  decideCategoryMapping,
  decideCategoryRemoval,
  decideCategoryUpdate,
} from "./rules.ts"

const make = Effect.gen(function* () {
  const store = yield* Store
  const reassess = yield* reassessmentRequest
  const ids = yield* Ids
  const { atomically } = yield* UnitOfWork

  const list = (client_id: number, filter: CategoryFilter, page: PageRequest) =>
    store.read(client_id, categories(filter, page))

  const get = ({ client_id, category_id }: CategoryKey) =>
    existingIn(store.read(client_id, categoryById(category_id)), "category", category_id)

  const create = Effect.fn("Categories.create")(function* (
    client_id: number,
    category: CreateCategory,
  ) {
    const { accounting_code_id = null } = category
    const command = { ...category, client_id, id: yield* ids.uuid, now: yield* currentTime }
    const look = categoryContext({ category_id: null, accounting_code_id })
    return yield* store.change(client_id, look, (context) => decideCategory(context, command))
  })

  const update = Effect.fn("Categories.update")(function* (
    key: CategoryKey,
    patch: UpdateCategory,
  ) {
    const { accounting_code_id = null } = patch
    const now = yield* currentTime
    const look = categoryContext({ ...key, accounting_code_id })
    const category = yield* store.change(key.client_id, look, (context) =>
      decideCategoryUpdate(context, key, patch, now),
    )
    if (patch.enabled === true) yield* reassess(key.client_id)
    return category
  }, atomically)

  const map = Effect.fn("Categories.map")(function* (key: CategoryKey, mapping: MapCategory) {
    const now = yield* currentTime
    return yield* store.change(key.client_id, categoryContext({ ...key, ...mapping }), (context) =>
      decideCategoryMapping(context, key, mapping, now),
    )
  })

  const remove = Effect.fn("Categories.remove")(function* (key: CategoryKey) {
    const now = yield* currentTime
    const look = categoryContext({ ...key, accounting_code_id: null })
    yield* store.change(key.client_id, look, (context) => decideCategoryRemoval(context, key, now))
  })

  return {
    /**
     * Returns the categories of a business, oldest first; the filter `custom` selects custom or
     * system categories. Deleted categories are not listed.
     */
    list,
    /** Returns a category. Refused: `NotFound`, also if the category is deleted. */
    get,
    /**
     * Creates a custom category. The name is "unique in the business", ignoring case. Refused:
     * `UnknownReference` for the accounting code, `CategoryExists`.
     */
    create,
    /**
     * Changes the given fields only. "Custom: `name`, `accounting_code_id` change, `enabled` is
     * refused. System: only `enabled` changes." Refused: `NotFound`, `CategoryIsCustom`,
     * `CategoryIsSystem`, `UnknownReference` for the accounting code, `CategoryExists`.
     */
    update,
    /**
     * Maps a category, custom or system, to an accounting code; null clears the mapping. Refused:
     * `NotFound`, `UnknownReference` for the accounting code.
     */
    map,
    /**
     * Deletes a custom category. It "leaves budgets; recorded line items keep its name". Refused:
     * `NotFound`, `CategoryIsSystem`.
     */
    remove,
  }
})

/**
 * Expense categories. After a category is enabled, `Reassessments` checks incomplete expenses
 * again.
 */
export class Categories extends Context.Service<Categories, Effect.Success<typeof make>>()(
  "@outlay/domain/Categories",
) {
  static readonly layer = Layer.effect(Categories, make)
}
