import { type RawBuilder, sql } from "kysely"
import type { Statement } from "../shared/sql.ts"
import { prepared } from "../shared/statement.ts"

export interface Of {
  readonly client_id: number
}

/** A row that violates a check. */
export interface FoundRow {
  /** Id of the row, as text. */
  readonly id: string
  readonly field: string | null
  /** Expected value, if it is known, and actual value. */
  readonly expected: unknown
  readonly found: unknown
  /** Total number of such rows, of which only the first are returned. */
  readonly total: number
}

/** A condition on every row of a table; `rows` returns the rows that violate it. */
export interface RecordCheck {
  readonly resource: string
  readonly what: string
  readonly rows: Statement<Of, FoundRow>
}

/** Maximum number of rows that a check lists. */
export const mostNamed = 100

/** Returns a check by a query of `id`, `field`, `expected` and `found` of each wrong row. */
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
