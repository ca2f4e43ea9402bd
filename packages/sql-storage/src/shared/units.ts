import type { StorageUnavailable, UnitOfWork } from "@outlay/domain"
import { unitOfWork } from "@outlay/domain/ports"
import { Effect } from "effect"
import type { Sql } from "./sql.ts"

type SqlService = Sql["Service"]

/**
 * Runs work after locking its business, before anything is read, so that no other unit changes what
 * its decisions are based on. `client_id` is null if it concerns no business, or several.
 */
export const locked = <A, E, R>(
  { lock }: Pick<SqlService, "lock">,
  client_id: number | null,
  work: Effect.Effect<A, E, R>,
): Effect.Effect<A, E | StorageUnavailable, R> =>
  client_id === null ? work : Effect.andThen(lock(client_id), work)

/** Returns units of work over an engine's transactions. `within` is true inside a transaction. */
export const unitsOver = (
  sql: Pick<SqlService, "lock" | "transaction">,
  within: Effect.Effect<boolean>,
): UnitOfWork["Service"] =>
  unitOfWork({
    atomically: (work, client_id) => sql.transaction(locked(sql, client_id, work)),
    dryRun: (work, client_id) => sql.transaction(locked(sql, client_id, work), { dryRun: true }),
    within,
  })
