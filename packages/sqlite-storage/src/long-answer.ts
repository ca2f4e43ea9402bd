import type { StorageUnavailable } from "@outlay/domain"
import type { Asking } from "@outlay/sql-storage"
import { Effect } from "effect"
import { everyOf, first, type Prepare, type Prepared } from "./ready-statement.ts"

/** A result of this many rows takes some milliseconds to read. */
const manyRows = 1_000

/** Length of a list parameter with about as many values, in characters. */
const longList = 8_000

/** Returns true if a result is read in slices, which takes twice as long as at once. */
const isLong = (
  { last }: Pick<Prepared<never, unknown>, "last">,
  given: ReadonlyArray<unknown>,
): boolean =>
  last.count >= manyRows ||
  given.some((value) => typeof value === "string" && value.length >= longList)

/** Parts of an engine that reading needs. */
export interface Reading {
  readonly prepare: Prepare
  /** Returns true if a unit of work is reading: nothing else pauses. */
  readonly within: () => boolean
  /** Returns true if it is time for a pause. */
  readonly isDue: () => boolean
  readonly pause: Effect.Effect<void>
  /** Runs a read, and translates errors of SQLite. */
  readonly attempt: <A>(read: () => A) => Effect.Effect<A, StorageUnavailable>
}

type Results = ReadonlyArray<unknown>

/** Returns the results of all queries; the unit pauses within long ones. */
export const answersOf = (
  queries: ReadonlyArray<Asking>,
  reading: Reading,
): Effect.Effect<Results, StorageUnavailable> => {
  const { prepare, within, attempt } = reading
  const later = new Map<number, Effect.Effect<Results, StorageUnavailable>>()
  const results = attempt(() =>
    queries.map(({ statement, params, first: isOne, isLong: isKnown = false }, n) => {
      const prepared = prepare(statement)
      if (isOne) return first(prepared, params)
      const given = prepared.bind(params)
      if (!within() || !(isKnown || isLong(prepared, given))) {
        return everyOf(prepared, given)
      }
      later.set(n, longAnswer(prepared, given, reading))
      return null
    }),
  )
  return Effect.flatMap(results, (read) =>
    later.size === 0
      ? Effect.succeed(read)
      : Effect.forEach(read, (result, n) => later.get(n) ?? Effect.succeed(result)),
  )
}

/** Rows that are read between two looks at the time. */
const rowsBetween = 100

/** Returns the rows of a statement; the unit pauses between them if it has run for long. */
const longAnswer = <P, O>(
  { statement, decode, last }: Prepared<P, O>,
  given: Results,
  { isDue, pause, attempt }: Reading,
): Effect.Effect<ReadonlyArray<O>, StorageUnavailable> =>
  Effect.flatMap(
    attempt(() => statement.iterate(...given)),
    (rows) => {
      const read: Array<O> = []
      const isEnded = (): boolean => {
        do {
          for (let n = 0; n < rowsBetween; n++) {
            const { value, done } = rows.next()
            if (done) return true
            read.push(decode(value as object))
          }
        } while (!isDue())
        return false
      }
      const go: Effect.Effect<void, StorageUnavailable> = Effect.suspend(() =>
        Effect.flatMap(attempt(isEnded), (ended) =>
          ended ? Effect.void : Effect.andThen(pause, go),
        ),
      )
      const all = Effect.map(go, () => {
        last.count = read.length
        return read
      })
      // Nothing can be written on a connection while rows are read on it.
      return Effect.ensuring(
        all,
        Effect.sync(() => rows.return?.()),
      )
    },
  )
