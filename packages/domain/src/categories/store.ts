import { Context, type Effect } from "effect"
import type { Decide } from "../core/decision.ts"
import type { Page, PageRequest } from "../core/page.ts"
import type { Category, CategoryFilter } from "../core/records/categories.ts"
import type { StorageUnavailable } from "../core/unit-of-work.ts"
import type { CategoryContext } from "./rules.ts"

/** Which category changes (null: a new one), and which accounting code its change names. */
export interface CategoryChange {
  readonly client_id: number
  readonly category_id: string | null
  readonly accounting_code_id: string | null
}

/** Keeps categories. */
export class CategoryStore extends Context.Service<
  CategoryStore,
  {
    /** Those that are not deleted, by `created` ascending, ties by id. */
    readonly page: (
      client_id: number,
      filter: CategoryFilter,
      page: PageRequest,
    ) => Effect.Effect<Page<Category>, StorageUnavailable>
    /**
     * Loads the context under the write lock (every category of the business that is not deleted),
     * asks `decide`, and commits its decision as one atomic step with its events; a refusal changes
     * nothing. `decide` may be asked again after a conflict.
     */
    readonly change: <A, E>(
      change: CategoryChange,
      decide: Decide<CategoryContext, A, E>,
    ) => Effect.Effect<A, E | StorageUnavailable>
  }
>()("@outlay/domain/CategoryStore") {}
