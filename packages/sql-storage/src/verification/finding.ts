import { type RawBuilder, sql } from "kysely"
import type { Statement } from "../shared/sql.ts"
import { prepared } from "../shared/statement.ts"

export interface Of {
  readonly client_id: number
}

/** One row that is not as it must be. */
export interface FoundRow {
  /** The row's id, as text. */
  readonly id: string
  readonly field: string | null
  /** What it would have to be, where that can be said; and what it is. */
  readonly expected: unknown
  readonly found: unknown
  /** How many such rows there are, of which only the first are answered. */
  readonly total: number
}

/** Something that must hold for every row of a table; it finds the rows for which it does not. */
export interface RecordCheck {
  readonly resource: string
  readonly what: string
  readonly rows: Statement<Of, FoundRow>
}

/** How many rows of one check are named. */
export const mostNamed = 100

/** A check by a query that returns `id`, `field`, `expected` and `found` of each wrong row. */
export const recordCheck = (
  resource: string,
  what: string,
  query: (p: Of) => RawBuilder<unknown>,
): RecordCheck => ({
  resource,
  what,
  rows: prepared(
    (p: Of) => sql<FoundRow>`
      select *, count(*) over () as total from (${query(p)}) as found limit ${sql.lit(mostNamed)}`,
  ),
})
