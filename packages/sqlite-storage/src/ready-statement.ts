import type { Compiled, Statement } from "@outlay/sql-storage"
import { sqlite } from "@outlay/sql-storage"
import type Database from "better-sqlite3"

/** A statement that SQLite has prepared on a connection. */
export interface Prepared<in P, out O> extends Pick<Compiled<P, O>, "bind" | "decode"> {
  readonly statement: Database.Statement<Array<unknown>, unknown>
  /** Copies of it, from streams that have ended: another stream reuses one. */
  readonly idle: Array<Database.Statement<Array<unknown>, unknown>>
  /** Number of rows in its last result. */
  readonly last: { count: number }
  /** Buffer for the values of rows, reused by every run. */
  readonly given: Array<unknown>
}

/** Prepares a statement, or returns the prepared one. */
export type Prepare = <P, O>(statement: Statement<P, O>) => Prepared<P, O>

/** Prepares a statement on a connection. */
export const preparedOn = <P, O>(
  db: Database.Database,
  statement: Statement<P, O>,
): Prepared<P, O> => {
  const { sql, bind, decode } = statement.in(sqlite)
  return {
    ...{ statement: db.prepare<Array<unknown>, unknown>(sql), bind, decode },
    ...{ last: { count: 0 }, given: [], idle: [] },
  }
}

export const every = <P, O>(prepared: Prepared<P, O>, params: P): ReadonlyArray<O> =>
  everyOf(prepared, prepared.bind(params))

/** The same with bound parameters. */
export const everyOf = <P, O>(
  { statement, decode, last }: Pick<Prepared<P, O>, "statement" | "decode" | "last">,
  given: ReadonlyArray<unknown>,
): ReadonlyArray<O> => {
  const rows = statement.all(...given)
  last.count = rows.length
  return rows.map((row) => decode(row as object))
}

export const first = <P, O>({ statement, bind, decode }: Prepared<P, O>, params: P): O | null => {
  const row = statement.get(...bind(params))
  return row === undefined ? null : decode(row as object)
}
