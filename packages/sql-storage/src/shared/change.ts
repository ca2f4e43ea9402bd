import type { Decide, Ids, StorageUnavailable } from "@outlay/domain"
import { Effect, Result } from "effect"
import { makeCommit } from "./commit.ts"
import { Sql } from "./sql.ts"

/**
 * The `change` of a port: loads what a rule looks at, asks it, and commits its decision, all in one
 * transaction; a refusal changes nothing.
 */
export type Change = <C, A, E, R = never>(
  client_id: number,
  load: Effect.Effect<C, StorageUnavailable, R>,
  decide: Decide<C, A, E>,
) => Effect.Effect<A, E | StorageUnavailable, R>

/** How ports change what the engine at hand keeps. */
export const makeChange: Effect.Effect<Change, never, Sql | Ids> = Effect.gen(function* () {
  const { transaction } = yield* Sql
  const { commit } = yield* makeCommit
  return <C, A, E, R>(
    client_id: number,
    load: Effect.Effect<C, StorageUnavailable, R>,
    decide: Decide<C, A, E>,
  ) =>
    transaction(
      Effect.flatMap(load, (context): Effect.Effect<A, E | StorageUnavailable> => {
        const verdict = decide(context)
        return Result.isFailure(verdict)
          ? Effect.fail(verdict.failure)
          : commit(client_id, verdict.success)
      }),
    )
})
