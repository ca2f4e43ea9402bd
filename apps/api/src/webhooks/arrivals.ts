import { Sql, writesDeliveries } from "@outlay/sql-storage"
import { Context, Effect, Layer, Queue } from "effect"

/** Whether what happens is the sending itself, whose writes leave nothing to be sent. */
const Sending = Context.Reference<boolean>("outlay/Sending", { defaultValue: () => false })

/**
 * Tells whoever sends webhooks that there is something to send, so that it need not wait until it
 * looks by itself.
 *
 * What writes to the queues of deliveries is noticed in the unit of work that does so, which does
 * not suspend: so whoever is woken looks after the unit has been committed, or in vain where it was
 * undone.
 */
export class Arrivals extends Context.Service<
  Arrivals,
  {
    /** Ends once something has arrived; whatever came since it last ended has come at once. */
    readonly next: Effect.Effect<void>
    /** To be called where something may have arrived otherwise, such as by another process. */
    readonly arrive: () => void
    /** Work that sends. */
    readonly sending: <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  }
>()("outlay/Arrivals") {
  /** Stands between an engine and the stores, which it lets through. */
  static readonly layer: Layer.Layer<Arrivals | Sql, never, Sql> = Layer.effectContext(
    Effect.gen(function* () {
      const sql = yield* Sql
      const arrived = yield* Queue.dropping<void>(1)
      const arrive = () => void Queue.offerUnsafe(arrived, undefined)
      const noticed = Effect.map(Sending, (isSending) => {
        if (!isSending) arrive()
      })
      const watched = Sql.of({
        ...sql,
        batch: (steps) =>
          writesDeliveries(steps) ? Effect.andThen(noticed, sql.batch(steps)) : sql.batch(steps),
      })
      const arrivals = Arrivals.of({
        next: Queue.take(arrived),
        arrive,
        sending: Effect.provideService(Sending, true),
      })
      return Context.make(Sql, watched).pipe(Context.add(Arrivals, arrivals))
    }),
  )
}
