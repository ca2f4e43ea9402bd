import { Result } from "effect"
import type { Actor } from "../core/actor.ts"
import { requireDate } from "../core/dates.ts"
import { changed, created, type Decision, nothing, type Part, sliced } from "../core/decision.ts"
import { stillLocked } from "../core/lock.ts"
import type { AccountingCode } from "../core/records/accounting-codes.ts"
import type { Books, UpdateBooks } from "../core/records/books.ts"
import type { Category } from "../core/records/categories.ts"
import type { TaxRate } from "../core/records/tax-rates.ts"
import { changeEvent, recordChange } from "../core/row-change.ts"
import { isSame } from "../core/same.ts"
import { BooksLocked, BooksOnlyForward } from "./errors.ts"

/** Rows that a store loads before the lock date is shown. */
export interface BooksContext {
  /** Null if the books have never been closed. */
  readonly books: Books | null
}

/** Rows that a store loads, under its lock, before the lock date is changed. */
export interface BooksChangeContext extends BooksContext {
  /** All categories, codes and rates of the business, including deleted ones. */
  readonly categories: ReadonlyArray<Category>
  readonly accounting_codes: ReadonlyArray<AccountingCode>
  readonly tax_rates: ReadonlyArray<TaxRate>
}

export interface BooksCommand extends UpdateBooks {
  readonly client_id: number
  readonly actor: Actor
  readonly now: string
}

/** Returns the books as the interface shows them. Books that have never been closed are open. */
export const shownBooks = (
  { books }: BooksContext,
  { client_id, now }: Pick<BooksCommand, "client_id" | "now">,
): Books => books ?? { client_id, locked_through: null, created: now, updated: now }

/**
 * Closes the books through a day, or reopens them. The same day again changes nothing.
 *
 * Refuses an earlier day than the locked one, or none, "unless Admin".
 *
 * @throws RangeError if the text is not a day.
 */
export const decideBooks = (
  context: BooksChangeContext,
  command: BooksCommand,
): Result.Result<Decision<Books>, BooksOnlyForward> => {
  const { actor, locked_through, now } = command
  const before = shownBooks(context, command)
  if (locked_through !== null) requireDate("/locked_through", locked_through)
  if (locked_through === before.locked_through) return Result.succeed(nothing(before))
  if (before.locked_through !== null && !mayReopen(actor)) {
    if (locked_through === null || locked_through < before.locked_through) {
      return Result.fail(new BooksOnlyForward({ locked_through: before.locked_through }))
    }
  }
  const after: Books = { ...before, locked_through, updated: now }
  const isFirst = context.books === null
  const write = isFirst ? created("books", after) : changed("books", before, after)
  return Result.succeed({
    result: after,
    writes: [write],
    entries: [],
    events: [changeEvent("books.updated", before, after)],
    slices: sliced(unlock(context, locked_through, now)),
  })
}

/**
 * Updates the locked states, so that transactions of reopened days show the current categories,
 * codes and rates.
 */
function* unlock(
  { categories, accounting_codes, tax_rates }: BooksChangeContext,
  through: string | null,
  now: string,
): Generator<Part, void> {
  for (const [before, locked] of shortened(categories, through)) {
    yield recordChange("category.updated", before, { ...before, locked, updated: now })
  }
  for (const [before, locked] of shortened(accounting_codes, through)) {
    yield recordChange("accounting_code.updated", before, { ...before, locked, updated: now })
  }
  for (const [before, locked] of shortened(tax_rates, through)) {
    yield recordChange("tax_rate.updated", before, { ...before, locked, updated: now })
  }
}

/** Returns the rows whose locked states change, with the states that remain. */
function* shortened<R extends Category | AccountingCode | TaxRate>(
  rows: ReadonlyArray<R>,
  through: string | null,
): Generator<readonly [R, R["locked"]], void> {
  for (const row of rows) {
    const locked = stillLocked<R["locked"][number]>(row.locked, through)
    if (!isSame(locked, row.locked)) yield [row, locked]
  }
}

const mayReopen = (actor: Actor): boolean => actor.type !== "token" || actor.is_admin

/**
 * Returns the refusal of a movement that the caller dates to this UTC day, or of a change to a
 * transaction booked on it; null if the day is not locked.
 */
export const lockRefusal = (
  books: Books | null,
  day: string,
  refused: Pick<BooksLocked, "pointer" | "what">,
): BooksLocked | null => {
  const locked_through = books?.locked_through ?? null
  return locked_through === null || day > locked_through
    ? null
    : new BooksLocked({ ...refused, locked_through })
}
