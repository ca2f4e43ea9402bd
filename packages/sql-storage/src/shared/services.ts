import { EventEncoder, Ids, Sha256 } from "@outlay/domain/ports"
import { Context, Effect } from "effect"
import { Sql } from "./sql.ts"

type Services = Sql | Ids | EventEncoder

/**
 * Returns a function that provides the services which ports need of an engine, and nothing else
 * from where their layer is built: the actor there is not the later caller, and the scheduler may
 * be gone by then. Services are added one by one, because `Effect.provide` merges contexts and so
 * copies the caller's whole context twice.
 */
export const engineServices = Effect.gen(function* () {
  const [sql, ids] = [yield* Sql, yield* Ids]
  const [encoder, sha256] = [yield* EventEncoder, yield* Sha256]
  return <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, Exclude<R, Services>> =>
    Effect.updateContext(
      work,
      (context: Context.Context<Exclude<R, Services>>) =>
        context.pipe(
          Context.add(Sql, sql),
          Context.add(Ids, ids),
          Context.add(EventEncoder, encoder),
          Context.add(Sha256, sha256),
        ) as Context.Context<R>,
    )
})
