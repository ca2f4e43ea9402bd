import { EventEncoder, Ids, Sha256 } from "@outlay/domain/ports"
import { Context, Effect } from "effect"
import { Sql } from "./sql.ts"

type Services = Sql | Ids | EventEncoder

/**
 * What ports need of an engine, and nothing else of the place where their layer is built: its actor
 * is not who will ask, and its scheduler may be gone by then. Answers what provides it to their
 * work. Services are added one by one: `Effect.provide` merges, and copies all that is known to who
 * asks, twice.
 */
export const engineServices = Effect.gen(function* () {
  const [sql, ids] = [yield* Sql, yield* Ids]
  const [encoder, sha256] = [yield* EventEncoder, yield* Sha256]
  return <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, Exclude<R, Services>> =>
    Effect.updateContext(
      work,
      (asking: Context.Context<Exclude<R, Services>>) =>
        asking.pipe(
          Context.add(Sql, sql),
          Context.add(Ids, ids),
          Context.add(EventEncoder, encoder),
          Context.add(Sha256, sha256),
        ) as Context.Context<R>,
    )
})
