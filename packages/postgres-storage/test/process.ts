import { StorageUnavailable, UnitOfWork } from "@outlay/domain"
import { created, type EventEncoder, type Ids } from "@outlay/domain/ports"
import { commit, type Sql } from "@outlay/sql-storage"
import { type Effect, Exit, Layer, ManagedRuntime } from "effect"
import { onTestFinished } from "vitest"
import { asSystem, budget, decision, event } from "../../sqlite-storage/test/given.ts"
import { type PostgresOptions, PostgresStorage } from "../src/index.ts"

export type Services = PostgresStorage | Sql | UnitOfWork | Ids | EventEncoder

/** Storage of a process until the test ends; a slow machine does not count as lost. */
export const process_ = (url: string, options: Partial<PostgresOptions> = {}) => {
  const patient = { lostAfterMs: 60_000, lockTimeoutMs: 60_000 }
  const layer = PostgresStorage.engine({ url, ...patient, ...options })
  const runtime = ManagedRuntime.make(Layer.merge(layer, asSystem))
  onTestFinished(() => runtime.dispose())
  return {
    run: <A, E>(effect: Effect.Effect<A, E, Services>) => runtime.runPromise(effect),
    exit: <A, E>(effect: Effect.Effect<A, E, Services>) => runtime.runPromiseExit(effect),
    close: () => runtime.dispose(),
  }
}

/** A unit of a business, with an event. */
export const add = (id: string, client_id = 1) =>
  UnitOfWork.use(({ atomically }) =>
    atomically(
      commit(
        client_id,
        decision({
          result: id,
          writes: [created("budgets", { ...budget(id), client_id })],
          events: [event()],
        }),
      ),
      { client_id },
    ),
  )

/** Returns the failure of an unavailable storage; null if it was available, or failed otherwise. */
export const refusalOf = (exit: Exit.Exit<unknown, unknown>): StorageUnavailable | null => {
  const [reason] = Exit.isFailure(exit) ? exit.cause.reasons : []
  const error = reason?._tag === "Fail" ? reason.error : null
  return error instanceof StorageUnavailable ? error : null
}

/** The same as text. */
export const unavailable = (exit: Exit.Exit<unknown, unknown>): string =>
  refusalOf(exit)?.reason ?? `none, but ${JSON.stringify(exit)}`
