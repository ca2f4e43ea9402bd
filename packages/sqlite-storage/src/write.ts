import { type Step, sqlite, type Value } from "@outlay/sql-storage"
import type { Prepare, Prepared } from "./ready-statement.ts"

const { encode } = sqlite

/** Rows that are written one by one between possible pauses. */
const rowsBetween = 20

/**
 * Writes the rows of steps, in order, many at once if a statement can. Yields where there may be a
 * pause.
 *
 * @throws Error if a run of an exact step changes a different number of rows than it was given.
 */
export function* writing(steps: ReadonlyArray<Step>, prepare: Prepare): Generator<void, void> {
  for (const step of steps) {
    const { statement, rows } = step
    const { many } = statement
    let done = 0
    if (many !== undefined && rows.length >= many.rows) {
      const prepared = prepare(many.statement)
      for (; rows.length - done >= many.rows; done += many.rows) {
        run(step, prepared, done, many.rows)
        yield
      }
    }
    if (done === rows.length) continue
    const prepared = prepare(statement)
    for (; done < rows.length; done++) {
      run(step, prepared, done, 1)
      if (done % rowsBetween === rowsBetween - 1) yield
    }
  }
}

const run = (
  { rows, values, exact }: Step,
  { statement, bind, given }: Prepared<unknown, unknown>,
  first: number,
  count: number,
): void => {
  let end = 0
  for (let n = first; n < first + count; n++) {
    const row = values === null ? bind(rows[n]) : values(rows[n], n)
    // The loop uses an index: an iterator creates objects until V8 has optimised this.
    for (let at = 0; at < row.length; at++) {
      const value = row[at] as Value
      given[end + at] = values === null ? value : encode(value, false)
    }
    end += row.length
  }
  given.length = end
  const { changes } = statement.run(...given)
  if (exact && changes !== count) {
    throw new Error(`${changes} rows instead of ${count} were changed by ${statement.source}`)
  }
}
