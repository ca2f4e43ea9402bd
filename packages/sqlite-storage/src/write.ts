import { type Step, sqlite, type Value } from "@outlay/sql-storage"
import type { Prepare, Prepared } from "./ready-statement.ts"

const { encode } = sqlite

/**
 * Writes the rows of a step, in their order, many at once where its statement can.
 *
 * @throws Error where a run changes another number of rows than it was given, and must not.
 */
export const write = ({ statement, rows, values, exact }: Step, prepare: Prepare): void => {
  let done = 0
  const run = ({ statement, bind }: Prepared<unknown, unknown>, count: number): void => {
    const given: Array<Value> = []
    for (const end = done + count; done < end; done++) {
      if (values === null) given.push(...bind(rows[done]))
      else for (const value of values(rows[done], done)) given.push(encode(value, false))
    }
    const { changes } = statement.run(...given)
    if (exact && changes !== count) {
      throw new Error(`${changes} rows instead of ${count} were changed by ${statement.source}`)
    }
  }
  const { many } = statement
  if (many !== undefined && rows.length >= many.rows) {
    const prepared = prepare(many.statement)
    while (rows.length - done >= many.rows) run(prepared, many.rows)
  }
  if (done === rows.length) return
  const prepared = prepare(statement)
  while (done < rows.length) run(prepared, 1)
}
