import type { Page, PageRequest } from "../core/page.ts"

interface Made {
  readonly id: string | number
  readonly created: string
}

/** "By `created` ascending, ties by id." */
export const byCreated = (a: Made, b: Made): number =>
  compare(a.created, b.created) || compare(a.id, b.id)

/** Compares numbers by size and strings by code unit, regardless of the locale. */
export const compare = <A extends string | number>(a: A, b: A): number =>
  a < b ? -1 : a > b ? 1 : 0

/** Returns one page of the rows, in order. */
export const pageOf = <A, B>(
  rows: ReadonlyArray<A>,
  order: (a: A, b: A) => number,
  { offset, limit }: PageRequest,
  show: (row: A) => B,
): Page<B> => ({
  count: rows.length,
  results: rows
    .toSorted(order)
    .slice(offset, offset + limit)
    .map(show),
})

/** Returns true if a row has the value of a filter; an absent filter matches every row. */
export const matches = <A>(filter: A | undefined, value: A): boolean =>
  filter === undefined || filter === value
