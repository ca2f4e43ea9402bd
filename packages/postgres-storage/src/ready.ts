import type { TableName } from "@outlay/domain/fields"
import { postgres, type Statement, type Value } from "@outlay/sql-storage"
import type { StatementResult } from "./connection.ts"

/** A statement that is ready to be sent. */
export interface Ready {
  readonly text: string
  readonly values: ReadonlyArray<Value>
  /** Table and business of the records that it reads; null if there is none. */
  readonly table: TableName | null
  readonly client_id: number | null
  /** True if it returns a row instead of all rows. */
  readonly isOne: boolean
  readonly read: (result: StatementResult) => unknown
}

const readyOf = <P, O>(
  statement: Statement<P, O>,
  params: P,
  isOne: boolean,
  reads: (decode: (row: object) => O) => (result: StatementResult) => unknown,
): Ready => {
  const { sql, bind, decode } = statement.in(postgres)
  const { client_id = null } = params as { readonly client_id?: number }
  const { table } = statement
  return { text: sql, values: bind(params), table, client_id, isOne, read: reads(decode) }
}

export const every = <P, O>(statement: Statement<P, O>, params: P): Ready => {
  return readyOf(
    statement,
    params,
    false,
    (decode) =>
      ({ rows }) =>
        rows.map(decode),
  )
}

export const first = <P, O>(statement: Statement<P, O>, params: P): Ready => {
  return readyOf(
    statement,
    params,
    true,
    (decode) =>
      ({ rows: [row] }) =>
        row === undefined ? null : decode(row),
  )
}

export const changes = <P>(statement: Statement<P, unknown>, params: P): Ready => {
  return readyOf(
    statement,
    params,
    false,
    () =>
      ({ count }) =>
        count,
  )
}
