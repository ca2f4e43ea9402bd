import type { StorageUnavailable, UnitOfWork } from "@outlay/domain"
import { unitOfWork } from "@outlay/domain/ports"
import { Effect } from "effect"
import type { Sql } from "./sql.ts"

type SqlService = Sql["Service"]

/**
 * Work that begins with the lock of its business, before anything is read: what is decided in it
 * stands on what no other unit changes meanwhile. Null where it is about no business, or several.
 */
export const locked = <A, E, R>(
  { lock }: Pick<SqlService, "lock">,
  client_id: number | null,
  work: Effect.Effect<A, E, R>,
): Effect.Effect<A, E | StorageUnavailable, R> =>
  client_id === null ? work : Effect.andThen(lock(client_id), work)

/** Units of work over an engine's transactions; `within` tells whether it is asked in one. */
export const unitsOver = (
  sql: Pick<SqlService, "lock" | "transaction">,
  within: Effect.Effect<boolean>,
): UnitOfWork["Service"] =>
  unitOfWork({
    atomically: (work, client_id) => sql.transaction(locked(sql, client_id, work)),
    dryRun: (work, client_id) => sql.transaction(locked(sql, client_id, work), { dryRun: true }),
    within,
  })
