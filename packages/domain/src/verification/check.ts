import type { Books } from "./books.ts"
import {
  type Difference,
  Findings,
  maxDifferences,
  maxNamedRows,
  type WrongRow,
} from "./finding.ts"

/** Consumer of a stream of items, in constant memory. */
export interface Fold<Item> {
  readonly take?: (item: Item) => void
  /** Called after the last item. */
  readonly end?: () => void
}

/** Findings of a check after the end of its stream. */
export type Found =
  | { readonly differences: Findings<Difference> }
  | { readonly rows: Findings<WrongRow> }

interface Running<Item> extends Fold<Item> {
  readonly found: Found
}

/**
 * An invariant of the books of a business. It is checked with the items of a stream or, if `Item`
 * is `never`, only with the books in `needs`.
 */
export interface Check<in Item> {
  readonly name: string
  /** Books that the check needs in addition to its stream. */
  readonly needs: ReadonlyArray<keyof Books>
  readonly begin: (books: Books) => Running<Item>
}

type Differs = (difference: Omit<Difference, "check">) => void
type Wrong = (row: Omit<WrongRow, "resource" | "what">, count?: number) => void

/** Creates a check of stored amounts or counts that can be recomputed. */
export const amounts = <Item, Needs extends keyof Books>(
  name: string,
  needs: ReadonlyArray<Needs>,
  begin: (books: Pick<Books, Needs>, differs: Differs) => Fold<Item>,
): Check<Item> => ({
  name,
  needs,
  begin: (books) => {
    const differences = new Findings<Difference>(maxDifferences)
    const differs: Differs = (difference) => {
      if (difference.found !== difference.expected) differences.add({ check: name, ...difference })
    }
    return { ...begin(books, differs), found: { differences } }
  },
})

/** Creates a check of rows of a table, each of which is right or wrong. */
export const rows = <Item, Needs extends keyof Books>(
  resource: string,
  what: string,
  needs: ReadonlyArray<Needs>,
  begin: (books: Pick<Books, Needs>, wrong: Wrong) => Fold<Item>,
): Check<Item> => ({
  name: `${resource}: ${what}`,
  needs,
  begin: (books) => {
    const found = new Findings<WrongRow>(maxNamedRows)
    const wrong: Wrong = (row, count) => found.add({ resource, what, ...row }, count)
    return { ...begin(books, wrong), found: { rows: found } }
  },
})

/** Returns the entries of a map, ordered by the code units of the keys. */
export const inOrder = <A>(map: ReadonlyMap<string, A>): ReadonlyArray<readonly [string, A]> =>
  [...map].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))

/** Returns rows ordered by their ids as texts. */
export const byId = <A extends { readonly id: string | number }>(
  rows: ReadonlyArray<A>,
): ReadonlyArray<A> =>
  inOrder(new Map(rows.map((row) => [String(row.id), row]))).map(([, row]) => row)
