import { byCreated } from "../core/looks.ts"
import type { Page, PageRequest } from "../core/page.ts"
import {
  all,
  answerTo,
  having,
  known,
  type Look,
  look,
  one,
  pageOf,
  seen,
} from "../core/questions.ts"
import type { Budget } from "../core/records/budgets.ts"
import type { Category, CategoryFilter } from "../core/records/categories.ts"
import type { CategoryContext } from "./rules.ts"

/** Category that changes (null: a new one) and the accounting code that the change names. */
export interface CategoryChange {
  readonly category_id: string | null
  readonly accounting_code_id: string | null
}

const unnamed: ReadonlyArray<Budget> = []

/** Loads the context of a decision about a category. */
export const categoryContext = ({
  category_id,
  accounting_code_id,
}: CategoryChange): Look<CategoryContext> =>
  look(
    {
      categories: all("categories", { is_deleted: false }),
      accounting_code:
        accounting_code_id === null
          ? known(null)
          : one("accounting_codes", { id: accounting_code_id }),
      budgets:
        category_id === null
          ? known(unnamed)
          : all("budgets", { is_deleted: false, categories: { has: category_id } }, byCreated),
      custom_fields: all("custom_fields", { is_deleted: false }, byCreated),
      books: one("books"),
    },
    (found) => {
      const budget_ids = found.budgets.map(({ id }) => id)
      return look({ links: having("custom_field_budgets", "budget_id", budget_ids) }, ({ links }) =>
        seen({ ...found, links }),
      )
    },
  )

/** Returns a category that is not deleted; null if there is none. */
export const categoryById = (id: string): Look<Category | null> =>
  answerTo(one("categories", { id, is_deleted: false }))

/** Returns the categories that are not deleted, by `created` ascending, ties by id. */
export const categories = (
  { custom }: CategoryFilter,
  request: PageRequest,
): Look<Page<Category>> =>
  answerTo(pageOf("categories", { is_deleted: false, custom }, byCreated, request))
