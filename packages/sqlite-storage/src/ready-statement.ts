import type { Compiled, Statement } from "@outlay/sql-storage"
import { sqlite } from "@outlay/sql-storage"
import type Database from "better-sqlite3"

/** A statement as SQLite has it, ready to run on a connection. */
export interface Prepared<in P, out O> extends Pick<Compiled<P, O>, "bind" | "decode"> {
  readonly statement: Database.Statement<Array<unknown>, unknown>
}

/** Prepares a statement, or finds it prepared. */
export type Prepare = <P, O>(statement: Statement<P, O>) => Prepared<P, O>

/** Prepares a statement on a connection. */
export const preparedOn = <P, O>(
  db: Database.Database,
  statement: Statement<P, O>,
): Prepared<P, O> => {
  const { sql, bind, decode } = statement.in(sqlite)
  return { statement: db.prepare<Array<unknown>, unknown>(sql), bind, decode }
}

export const every = <P, O>(
  { statement, bind, decode }: Prepared<P, O>,
  params: P,
): ReadonlyArray<O> => statement.all(...bind(params)).map((row) => decode(row as object))

export const first = <P, O>({ statement, bind, decode }: Prepared<P, O>, params: P): O | null => {
  const row = statement.get(...bind(params))
  return row === undefined ? null : decode(row as object)
}
