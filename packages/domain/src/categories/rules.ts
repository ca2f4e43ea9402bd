import { Result } from "effect"
import { type Catalogue, showBudget } from "../budgets/rules/links.ts"
import { type Decision, joined, nothing, type Part } from "../core/decision.ts"
import { isUnchanged } from "../core/events.ts"
import { fold } from "../core/fold.ts"
import { lockedBefore } from "../core/lock.ts"
import type { AccountingCode } from "../core/records/accounting-codes.ts"
import type { Books } from "../core/records/books.ts"
import type { Budget } from "../core/records/budgets.ts"
import {
  type Category,
  type CategoryKey,
  type CreateCategory,
  LockedCategory,
  type MapCategory,
  type UpdateCategory,
} from "../core/records/categories.ts"
import { NotFound, UnknownReference } from "../core/refusals.ts"
import { recordChange, rowChange, rowCreation } from "../core/row-change.ts"
import { CategoryExists, CategoryIsCustom, CategoryIsSystem } from "./errors.ts"

/** Data that a store loads under its lock before a decision about a category. */
export interface CategoryContext extends Pick<Catalogue, "categories" | "custom_fields" | "links"> {
  /** Accounting code of the command, deleted or not; null if there is none. */
  readonly accounting_code: AccountingCode | null
  /** Budgets that list the category in `categories` and are not deleted; `links` are theirs. */
  readonly budgets: ReadonlyArray<Budget>
  /** Null if the books have never been closed. */
  readonly books: Books | null
}

export interface CategoryCommand extends CreateCategory {
  readonly client_id: number
  readonly id: string
  readonly now: string
}

/**
 * Creates a custom category.
 *
 * Refuses, in this order: an accounting code that the business does not have; the name of another
 * category.
 */
export const decideCategory = (
  context: CategoryContext,
  { client_id, id, name, accounting_code_id = null, now }: CategoryCommand,
): Result.Result<Decision<Category>, UnknownReference | CategoryExists> =>
  Result.gen(function* () {
    yield* knownCode(context, accounting_code_id)
    yield* freeName(context, id, name)
    const category: Category = {
      client_id,
      id,
      name,
      custom: true,
      enabled: true,
      accounting_code_id,
      is_deleted: false,
      locked: [],
      created: now,
      updated: now,
    }
    return { result: category, ...rowCreation("category.created", category) }
  })

/**
 * Changes the given fields only.
 *
 * Refuses, in this order: an unknown category; a field that cannot be changed on this kind of
 * category ("custom: `name`, `accounting_code_id` change, `enabled` is refused. System: only
 * `enabled` changes"); an accounting code that the business does not have; the name of another
 * category.
 */
export const decideCategoryUpdate = (
  context: CategoryContext,
  key: CategoryKey,
  patch: UpdateCategory,
  now: string,
): Result.Result<
  Decision<Category>,
  NotFound | CategoryIsSystem | CategoryIsCustom | UnknownReference | CategoryExists
> =>
  Result.gen(function* () {
    const before = yield* liveCategory(context, key)
    yield* changeable(before, patch)
    const name = patch.name ?? before.name
    const accounting_code_id =
      patch.accounting_code_id === undefined ? before.accounting_code_id : patch.accounting_code_id
    if (accounting_code_id !== before.accounting_code_id) {
      yield* knownCode(context, accounting_code_id)
    }
    yield* freeName(context, before.id, name)
    const enabled = patch.enabled ?? before.enabled
    return become(context, before, {
      ...{ ...before, name, accounting_code_id, enabled, updated: now },
    })
  })

/**
 * Maps a category, custom or system, to an accounting code; null clears the mapping.
 *
 * Refuses, in this order: an unknown category; an accounting code that the business does not have.
 */
export const decideCategoryMapping = (
  context: CategoryContext,
  key: CategoryKey,
  { accounting_code_id }: MapCategory,
  now: string,
): Result.Result<Decision<Category>, NotFound | UnknownReference> =>
  Result.gen(function* () {
    const before = yield* liveCategory(context, key)
    yield* knownCode(context, accounting_code_id)
    return become(context, before, { ...before, accounting_code_id, updated: now })
  })

/**
 * Deletes a custom category: it "leaves budgets; recorded line items keep its name".
 *
 * Refuses, in this order: an unknown category; a system category.
 */
export const decideCategoryRemoval = (
  context: CategoryContext,
  key: CategoryKey,
  now: string,
): Result.Result<Decision<void>, NotFound | CategoryIsSystem> =>
  Result.gen(function* () {
    const before = yield* liveCategory(context, key)
    if (!before.custom) return yield* Result.fail(new CategoryIsSystem({ name: before.name }))
    const after = { ...before, is_deleted: true, updated: now }
    const locked = lockedBefore(context.books, LockedCategory, before, after)
    const deletedCategory = { ...after, locked }
    const unlinked = context.budgets.map((budget) => leave(context, budget, before.id, now))
    const deletion = recordChange("category.deleted", before, deletedCategory)
    return { result: undefined, ...joined([deletion, ...unlinked]) }
  })

/** Returns the change of a category; no change if only `updated` would differ. */
const become = (
  { books }: CategoryContext,
  before: Category,
  after: Category,
): Decision<Category> => {
  if (isUnchanged(before, after)) return nothing(before)
  const category = { ...after, locked: lockedBefore(books, LockedCategory, before, after) }
  return { result: category, ...recordChange("category.updated", before, category) }
}

/** Removes the category from a budget, in its row and in the record of its event. */
const leave = (
  context: CategoryContext,
  before: Budget,
  category_id: string,
  now: string,
): Part => {
  const catalogue: Catalogue = {
    ...context,
    custom_field_options: [],
    links: context.links.filter((link) => link.budget_id === before.id),
  }
  const categories = before.categories.filter((id) => id !== category_id)
  const after: Budget = { ...before, categories, updated: now }
  const show = (budget: Budget) => showBudget(budget, catalogue)
  return rowChange("budget.updated", { before, after, show })
}

const liveCategory = (
  { categories }: CategoryContext,
  { category_id: id }: CategoryKey,
): Result.Result<Category, NotFound> => {
  const category = categories.find((row) => row.id === id && !row.is_deleted)
  return category === undefined
    ? Result.fail(new NotFound({ what: "category", id }))
    : Result.succeed(category)
}

const changeable = (
  { custom, name }: Category,
  patch: UpdateCategory,
): Result.Result<void, CategoryIsSystem | CategoryIsCustom> => {
  if (custom) {
    return patch.enabled === undefined
      ? Result.void
      : Result.fail(new CategoryIsCustom({ pointer: "/enabled", name }))
  }
  const [field] = (["name", "accounting_code_id"] as const).filter((_) => patch[_] !== undefined)
  return field === undefined
    ? Result.void
    : Result.fail(new CategoryIsSystem({ pointer: `/${field}`, name }))
}

const knownCode = (
  { accounting_code }: CategoryContext,
  id: string | null,
): Result.Result<void, UnknownReference> =>
  id === null || (accounting_code?.id === id && !accounting_code.is_deleted)
    ? Result.void
    : Result.fail(
        new UnknownReference({ pointer: "/accounting_code_id", what: "accounting code", id }),
      )

/** "Unique in the business", among categories that are not deleted, ignoring case. */
const freeName = (
  { categories }: CategoryContext,
  id: string,
  name: string,
): Result.Result<void, CategoryExists> => {
  const folded = fold(name)
  const namesake = categories.find(
    (row) => row.id !== id && !row.is_deleted && fold(row.name) === folded,
  )
  return namesake === undefined
    ? Result.void
    : Result.fail(
        new CategoryExists({ pointer: "/name", category_id: namesake.id, name: namesake.name }),
      )
}

/**
 * Returns true if expenses of this budget (null: of no budget) may have the category: "when `true`,
 * only the categories listed in `categories` are visible on the budget; when `false`, all enabled
 * business categories are visible".
 */
export const isVisible = (
  { id, enabled, is_deleted }: Pick<Category, "id" | "enabled" | "is_deleted">,
  budget: Pick<Budget, "limit_categories" | "categories"> | null,
): boolean =>
  enabled &&
  !is_deleted &&
  (budget === null || !budget.limit_categories || budget.categories.includes(id))
