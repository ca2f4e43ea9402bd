import type { Books } from "./books.ts"
import {
  type Difference,
  Findings,
  maxDifferences,
  maxNamedRows,
  type WrongRow,
} from "./finding.ts"

/** What a check does with the items of a stream, one after another, in constant memory. */
export interface Fold<Item> {
  readonly take?: (item: Item) => void
  /** After the last item. */
  readonly end?: () => void
}

/** What a check found, once its stream is through. */
export type Found =
  | { readonly differences: Findings<Difference> }
  | { readonly rows: Findings<WrongRow> }

/** A check that runs. */
interface Running<Item> extends Fold<Item> {
  readonly found: Found
}

/**
 * Something that must be true of the books of a business. It looks at items that stream by, or
 * (`Item` is `never`) only at what it needs.
 */
export interface Check<in Item> {
  readonly name: string
  /** What it looks at beside its stream. */
  readonly needs: ReadonlyArray<keyof Books>
  readonly begin: (books: Books) => Running<Item>
}

type Differs = (difference: Omit<Difference, "check">) => void
type Wrong = (row: Omit<WrongRow, "resource" | "what">, count?: number) => void

/** A check of amounts or counts that are kept, and can be recomputed. */
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

/** A check of rows of a table, each of which is as it must be or not. */
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

/** The keys and values of a map, in the order of the keys' code units. */
export const inOrder = <A>(map: ReadonlyMap<string, A>): ReadonlyArray<readonly [string, A]> =>
  [...map].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))

/** Rows in the order of their ids as texts. */
export const byId = <A extends { readonly id: string | number }>(
  rows: ReadonlyArray<A>,
): ReadonlyArray<A> =>
  inOrder(new Map(rows.map((row) => [String(row.id), row]))).map(([, row]) => row)
