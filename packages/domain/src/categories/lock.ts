import type { Books } from "../core/records/books.ts"
import type { Category, LockedCategory } from "../core/records/categories.ts"

/** What is shown of a category. */
type Shown = Pick<Category, "name" | "accounting_code_id" | "is_deleted">

/**
 * What transactions of locked days show of a category once it is something else: what they showed
 * before, "line items, categories and codes of what is locked no longer change".
 */
export const lockedBefore = (
  books: Books | null,
  before: Category,
  after: Shown,
): ReadonlyArray<LockedCategory> => {
  const through = books?.locked_through ?? null
  const { locked, name, accounting_code_id } = before
  const last = locked.at(-1)
  if (through === null || (last !== undefined && last.through >= through)) return locked
  if (
    after.name === name &&
    after.accounting_code_id === accounting_code_id &&
    after.is_deleted === before.is_deleted
  ) {
    return locked
  }
  const isSame = last?.name === name && last.accounting_code_id === accounting_code_id
  return [...(isSame ? locked.slice(0, -1) : locked), { through, name, accounting_code_id }]
}

/** What stays when the books are opened after a day, or (null) all: none of what is open. */
export const stillLocked = (
  locked: ReadonlyArray<LockedCategory>,
  through: string | null,
): ReadonlyArray<LockedCategory> => {
  if (through === null) return []
  const until = locked.findIndex((each) => each.through >= through)
  const last = locked[until]
  return last === undefined ? locked : [...locked.slice(0, until), { ...last, through }]
}
