import type { Books } from "./records/books.ts"

/** State of a row while the books were closed, up to and including a UTC day. */
interface Locked {
  readonly through: string
}

/** A row that transactions show, with its states while the books were closed. */
interface Lockable {
  readonly is_deleted: boolean
  /** States that transactions of locked days show, earliest first. */
  readonly locked: ReadonlyArray<Locked>
}

/** Schema of such a state: `through`, and the fields that transactions show. */
interface Description<R extends Lockable> {
  readonly fields: { readonly [F in keyof R["locked"][number]]: unknown }
}

/**
 * Returns the states for locked days after a row changes or is deleted. Transactions of these days
 * show the row as before: "line items, categories and codes of what is locked no longer change".
 */
export const lockedBefore = <R extends Lockable>(
  books: Books | null,
  description: Description<R>,
  before: R,
  after: R,
): R["locked"] => {
  const through = books?.locked_through ?? null
  const { locked } = before
  const last = locked.at(-1)
  if (through === null || (last !== undefined && last.through >= through)) return locked
  const fields = Object.keys(description.fields).filter((field) => field !== "through")
  if (after.is_deleted === before.is_deleted && areSame(fields, before, after)) return locked
  const earlier = last !== undefined && areSame(fields, last, before) ? locked.slice(0, -1) : locked
  const state = Object.fromEntries(fields.map((field) => [field, valueOf(before, field)]))
  return [...earlier, { ...state, through }]
}

const valueOf = (row: object, field: string): unknown => (row as { [_: string]: unknown })[field]

const areSame = (fields: ReadonlyArray<string>, a: object, b: object): boolean =>
  fields.every((field) => valueOf(a, field) === valueOf(b, field))

/**
 * Returns the states that remain if the books are reopened after the day `through`, or completely
 * if it is null. Days that are open have none.
 */
export const stillLocked = <L extends Locked>(
  locked: ReadonlyArray<L>,
  through: string | null,
): ReadonlyArray<L> => {
  if (through === null) return []
  const until = locked.findIndex((each) => each.through >= through)
  const last = locked[until]
  return last === undefined ? locked : [...locked.slice(0, until), { ...last, through }]
}

/** Returns the state of a row on a locked day, or undefined if it has not changed since. */
export const lockedOn = <L extends Locked>(locked: ReadonlyArray<L>, day: string): L | undefined =>
  locked.find(({ through }) => day <= through)
