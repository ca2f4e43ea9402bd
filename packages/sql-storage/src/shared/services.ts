import { EventEncoder } from "@outlay/domain"
import { Ids, Sha256 } from "@outlay/domain/ports"
import { Context, Effect } from "effect"
import { Sql } from "./sql.ts"

type Services = Sql | Ids

/**
 * What ports need of an engine, and nothing else of the place where their layer is built: its actor
 * is not who will ask, and its scheduler may be gone by then.
 */
export const engineServices = Effect.gen(function* () {
  return Context.make(Sql, yield* Sql).pipe(
    Context.add(Ids, yield* Ids),
    Context.add(EventEncoder, yield* EventEncoder),
    Context.add(Sha256, yield* Sha256),
  )
})

/**
 * Provides them to every change of a port. They are added one by one: `Effect.provide` merges, and
 * copies all that is known to who asks, twice.
 */
export const providing = (services: Context.Context<Services>) => {
  const [sql, ids] = [Context.get(services, Sql), Context.get(services, Ids)]
  const [encoder, sha256] = [Context.get(services, EventEncoder), Context.get(services, Sha256)]
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
}
