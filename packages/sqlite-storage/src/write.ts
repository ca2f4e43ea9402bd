import type { Step, Value } from "@outlay/sql-storage"
import type Database from "better-sqlite3"

type Prepare = (statement: { readonly sql: string }) => Database.Statement<Array<unknown>, unknown>

/**
 * Writes the rows of a step, in their order, many at once where its statement can.
 *
 * @throws Error where a run changes another number of rows than it was given, and must not.
 */
export const write = ({ statement, rows, values, exact }: Step, prepare: Prepare): void => {
  let done = 0
  const run = (prepared: ReturnType<Prepare>, count: number): void => {
    const given: Array<Value> = []
    for (const end = done + count; done < end; done++) given.push(...values(rows[done], done))
    const { changes } = prepared.run(...given)
    if (exact && changes !== count) {
      throw new Error(`${changes} rows instead of ${count} were changed by ${statement.sql}`)
    }
  }
  const { many } = statement
  if (many !== undefined && rows.length >= many.rows) {
    const prepared = prepare(many)
    while (rows.length - done >= many.rows) run(prepared, many.rows)
  }
  if (done === rows.length) return
  const prepared = prepare(statement)
  while (done < rows.length) run(prepared, 1)
}
