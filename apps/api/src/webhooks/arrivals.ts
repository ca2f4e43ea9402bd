import { Sql, writesDeliveries } from "@outlay/sql-storage"
import { Context, Effect, Layer, Queue } from "effect"

/** True while webhooks are being sent. The writes of the sender add nothing to send. */
const Sending = Context.Reference<boolean>("outlay/Sending", { defaultValue: () => false })

/**
 * Notifies the sender of webhooks that there is something to send, so that it need not wait for its
 * next poll.
 *
 * Writes to the delivery queues are noticed within their unit of work, which does not suspend. So
 * the sender reads after the commit, or in vain after a rollback.
 */
export class Arrivals extends Context.Service<
  Arrivals,
  {
    /** Completes once something has arrived, or at once if it has since the last time. */
    readonly next: Effect.Effect<void>
    /** Reports a possible arrival from elsewhere, such as from another process. */
    readonly arrive: () => void
    /** Marks work as sending. */
    readonly sending: <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  }
>()("outlay/Arrivals") {
  /** Wraps the `Sql` of the engine and passes all calls on. */
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
