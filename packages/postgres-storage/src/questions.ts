import type { StorageUnavailable } from "@outlay/domain"
import { Effect } from "effect"
import type { Connection } from "./connection.ts"
import { isUnavailable, reasonOf, refusal, verdictOf } from "./failures.ts"
import type { Pool } from "./pool.ts"
import type { Ready } from "./ready.ts"
import type { Session } from "./session.ts"

/** Sends statements: a connection, or a transaction on one. */
export type Sender = Pick<Connection, "ask">

export const failed = (error: unknown): Effect.Effect<never, StorageUnavailable> => {
  if (isUnavailable(error)) return Effect.fail(error)
  return verdictOf(error) === "fault" ? Effect.die(error) : Effect.fail(refusal(reasonOf(error)))
}

/** Parts of a statement that sending needs. */
type Question = Pick<Ready, "text" | "values" | "read">

/** Sends all of these at once; calls back with the results, or with the first error. */
export const sendAll = (
  sender: Sender,
  all: ReadonlyArray<Question>,
  callback: (error: unknown, results: ReadonlyArray<unknown>) => void,
): void => {
  const results = new Array<unknown>(all.length)
  let remaining = all.length
  let wrong: { readonly error: unknown } | null = null
  const end = () => {
    if (remaining === 0) callback(wrong?.error ?? null, results)
  }
  if (remaining === 0) end()
  all.forEach(({ text, values, read }, n) => {
    sender.ask(text, values, (error, result) => {
      remaining--
      if (error) wrong ??= { error }
      else if (wrong === null) {
        try {
          results[n] = read(result)
        } catch (defect) {
          wrong = { error: defect }
        }
      }
      end()
    })
  })
}

/** The same as an effect. */
export const sentAll = (
  sender: Sender,
  all: ReadonlyArray<Question>,
): Effect.Effect<ReadonlyArray<unknown>, StorageUnavailable> =>
  Effect.callback((resume) =>
    sendAll(sender, all, (error, results) =>
      resume(error === null ? Effect.succeed(results) : failed(error)),
    ),
  )

/** The same in a transaction: cached results are not requested again. */
export const sentAllIn = (
  session: Session,
  all: ReadonlyArray<Ready>,
): Effect.Effect<ReadonlyArray<unknown>, StorageUnavailable> => {
  const { known } = session
  if (known === null) return sentAll(session, all)
  const results = all.map((ready) => known.resultOf(ready))
  const unknown = all.filter((_, n) => results[n] === undefined)
  if (unknown.length === 0) return Effect.succeed(results)
  return Effect.map(sentAll(session, unknown), (found) => {
    let next = 0
    return all.map((ready, n) => {
      if (results[n] !== undefined) return results[n]
      const result = found[next++]
      known.cache(ready, result)
      return result
    })
  })
}

/** Begins a transaction that sees a single instant, and writes nothing. */
export const snapshot = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"

/** Sends queries on a connection of the pool; several of them see a single instant. */
export const askingPool = (
  pool: Pool,
  all: ReadonlyArray<Ready>,
): Effect.Effect<ReadonlyArray<unknown>, StorageUnavailable> =>
  Effect.callback((resume) =>
    Effect.sync(
      pool.take((refused, connection) => {
        if (connection === null) {
          resume(failed(refused))
          return
        }
        const isOne = all.length === 1
        if (!isOne) connection.execute(snapshot)
        sendAll(connection, all, (error, results) => {
          if (!isOne) connection.execute("ROLLBACK")
          pool.give(connection)
          resume(error === null ? Effect.succeed(results) : failed(error))
        })
      }),
    ),
  )

/** Takes a connection of the pool; the caller ends its transaction, if any, and returns it. */
export const borrowed = (pool: Pool): Effect.Effect<Connection, StorageUnavailable> =>
  Effect.callback((resume) =>
    Effect.sync(
      pool.take((refused, connection) =>
        resume(connection === null ? failed(refused) : Effect.succeed(connection)),
      ),
    ),
  )
