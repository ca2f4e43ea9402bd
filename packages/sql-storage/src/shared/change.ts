import type { StorageUnavailable } from "@outlay/domain"
import {
  type Decide,
  type Decided,
  type EventEncoder,
  type Ids,
  isStepwise,
  type ShownBusiness,
  type Steps,
} from "@outlay/domain/ports"
import { Effect, Result } from "effect"
import { commit } from "./commit.ts"
import { Sql } from "./sql.ts"
import { locked } from "./units.ts"

/**
 * The `change` of a port: loads the context of a rule, calls the rule and commits its decision, in
 * one transaction that begins by locking the business. A refusal changes nothing.
 */
export const change = <C, A, E, R>(
  client_id: number,
  load: Effect.Effect<C, StorageUnavailable, R>,
  decide: Decide<C, A, E>,
): Effect.Effect<A, E | StorageUnavailable, R | Sql | Ids | EventEncoder> => {
  const work = Effect.flatMap(
    load,
    (context): Effect.Effect<A, E | StorageUnavailable, Sql | Ids | EventEncoder> => {
      const keep = (
        verdict: Decided<A, E>,
      ): Effect.Effect<A, E | StorageUnavailable, Sql | Ids | EventEncoder> =>
        Result.isFailure(verdict)
          ? Effect.fail(verdict.failure)
          : commit(client_id, verdict.success, businessIn(context, client_id))
      const decided = decide(context)
      return isStepwise(decided) ? Effect.flatMap(taken(decided), keep) : keep(decided)
    },
  )
  return Effect.flatMap(Sql, (sql) => sql.joined(locked(sql, client_id, work)))
}

/** Runs steps to their end and returns their result. The engine may run other work between them. */
const taken = <A>(steps: Steps<A>): Effect.Effect<A, never, Sql> =>
  Effect.flatMap(Sql, ({ rest }) => {
    const next: Effect.Effect<A> = Effect.suspend(() => {
      const { done, value } = steps.next()
      return done ? Effect.succeed(value) : Effect.andThen(rest, next)
    })
    return next
  })

/** Returns the business if the context includes it: under the same lock, it has not changed. */
const businessIn = (context: unknown, client_id: number): ShownBusiness | null => {
  const { business } = (context ?? {}) as { readonly business?: ShownBusiness | null }
  return business?.client_id === client_id ? business : null
}
