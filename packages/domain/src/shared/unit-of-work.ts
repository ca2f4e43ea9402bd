import { Context, Data, type Effect } from "effect"
import type { Actor } from "./actor.ts"

/**
 * Storage could not do its part: the disk is full, another process holds the lock, the server is
 * stopping. Nothing was kept. The only failure of a port that is not a refusal.
 */
export class StorageUnavailable extends Data.TaggedError("StorageUnavailable")<{
  readonly reason: string
}> {
  override get message(): string {
    return "Storage cannot write at the moment; nothing was kept. Try again shortly."
  }
}

/**
 * Makes several uses of the ports one atomic step: what `work` does through any store is committed
 * with its success, and undone with its failure. Work must not suspend (no timers, no network): a
 * store may run it inside a synchronous transaction. Uses nest.
 */
export class UnitOfWork extends Context.Service<
  UnitOfWork,
  {
    readonly atomically: <A, E, R>(
      work: Effect.Effect<A, E, R>,
    ) => Effect.Effect<A, E | StorageUnavailable, R>
    /** The same, but undone even when it succeeds: the answer of a change that did not happen. */
    readonly rehearse: <A, E, R>(
      work: Effect.Effect<A, E, R>,
    ) => Effect.Effect<A, E | StorageUnavailable, R>
  }
>()("@outlay/domain/UnitOfWork") {}

/** On whose behalf stores write: recorded as the actor of every event. */
export const CurrentActor = Context.Reference<Actor>("@outlay/domain/CurrentActor", {
  defaultValue: () => ({ type: "system" }),
})

/**
 * Whether what happens now is undone afterwards, as in `rehearse`: what no storage can undo is then
 * only judged, and not done.
 */
export const Rehearsal = Context.Reference<boolean>("@outlay/domain/Rehearsal", {
  defaultValue: () => false,
})
