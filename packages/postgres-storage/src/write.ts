import type { StorageUnavailable } from "@outlay/domain"
import { postgres, type Step, type Value } from "@outlay/sql-storage"
import { Effect } from "effect"
import { failed } from "./questions.ts"
import type { Session } from "./session.ts"

const { encode } = postgres

/** Statements that are sent before the first response is awaited. */
const atOnce = 256

/** A statement with its values, and the number of rows that it must change; null for any. */
interface Sent {
  readonly text: string
  readonly values: ReadonlyArray<Value>
  readonly count: number | null
}

/** Yields the statements of steps, in order, with many rows in one if a statement can. */
function* statementsOf(steps: ReadonlyArray<Step>): Generator<Sent, void> {
  for (const step of steps) {
    const { statement, rows, exact } = step
    const { many } = statement
    let done = 0
    if (many !== undefined) {
      const { sql } = many.statement.in(postgres)
      for (; rows.length - done >= many.rows; done += many.rows) {
        const values = valuesOf(step, done, many.rows)
        yield { text: sql, values, count: exact ? many.rows : null }
      }
    }
    const { sql } = statement.in(postgres)
    for (; done < rows.length; done++) {
      yield { text: sql, values: valuesOf(step, done, 1), count: exact ? 1 : null }
    }
  }
}

const valuesOf = (
  { statement, rows, values }: Step,
  first: number,
  count: number,
): ReadonlyArray<Value> => {
  const given: Array<Value> = []
  for (let n = first; n < first + count; n++) {
    if (values === null) given.push(...statement.in(postgres).bind(rows[n]))
    else for (const value of values(rows[n], n)) given.push(encode(value, false))
  }
  return given
}

/**
 * Writes the rows of steps, in order, sending many statements together. A statement of an exact
 * step that changes a different number of rows than it was given is a defect.
 */
export const written = (
  session: Session,
  steps: ReadonlyArray<Step>,
): Effect.Effect<void, StorageUnavailable> => {
  const all = statementsOf(steps)
  const some: Effect.Effect<boolean, StorageUnavailable> = Effect.callback((resume) => {
    let unanswered = 1
    let isEnded = false
    let wrong: { readonly error: unknown } | null = null
    const end = () => {
      if (--unanswered > 0) return
      resume(wrong === null ? Effect.succeed(isEnded) : failed(wrong.error))
    }
    for (let n = 0; n < atOnce && !isEnded; n++) {
      const { value: sent, done } = all.next()
      isEnded = done === true
      if (sent === undefined) break
      unanswered++
      session.ask(sent.text, sent.values, (error, { count }) => {
        if (error) wrong ??= { error }
        else if (sent.count !== null && count !== sent.count) {
          const found = `${count} rows instead of ${sent.count}`
          wrong ??= { error: new Error(`${found} were changed by ${sent.text}`) }
        }
        end()
      })
    }
    end()
  })
  const go: Effect.Effect<void, StorageUnavailable> = Effect.flatMap(some, (isEnded) =>
    isEnded ? Effect.void : go,
  )
  return go
}
