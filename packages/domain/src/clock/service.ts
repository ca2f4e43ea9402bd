import { Clock, Context, Effect, Layer } from "effect"
import { epoch, timestamp } from "../core/dates.ts"
import { DryRun } from "../core/unit-of-work.ts"
import { ClockBackwards, ClockTooFar } from "./errors.ts"
import { contextOf, steady } from "./steady-clock.ts"

/** Years that begin before this time end within four digits. */
const end = "9998-01-01T00:00:00.000Z"

const make = Effect.gen(function* () {
  const over = steady(yield* Clock.Clock)

  /**
   * "`PUT /operator/v1/clock` `{now}` sets the service's clock"; it ticks on from there. Refuses,
   * in this order: a time before now; a time too far in the future.
   */
  const set = Effect.fn("SandboxClock.set")(function* (time: { readonly now: string }) {
    const now = over.clock.currentTimeMillisUnsafe()
    const newTime = epoch(time.now)
    if (newTime < now) {
      return yield* new ClockBackwards({ pointer: "/now", now: timestamp(now) })
    }
    if (time.now >= end) return yield* new ClockTooFar({ pointer: "/now", end })
    if (!(yield* DryRun)) over.set(newTime)
    return { now: timestamp(newTime) }
  })

  return Context.add(contextOf(over), SandboxClock, { set })
})

/** Clock of a service that was started as a sandbox: the operator can set it. */
export class SandboxClock extends Context.Service<
  SandboxClock,
  {
    /** Sets the clock and returns the time that it shows. */
    readonly set: (time: {
      readonly now: string
    }) => Effect.Effect<{ readonly now: string }, ClockBackwards | ClockTooFar>
  }
>()("@outlay/domain/SandboxClock") {
  /** Also replaces the clock of everything built on this layer with a steady one. */
  static readonly layer = Layer.effectContext(make)
}
