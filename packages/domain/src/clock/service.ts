import { Clock, Context, Effect, Layer } from "effect"
import { epoch, timestamp } from "../shared/dates.ts"
import { Rehearsal } from "../shared/unit-of-work.ts"
import { ClockBackwards, ClockTooFar } from "./errors.ts"

/** Periods of a year that begin before it still end within the four digits of a year. */
const end = "9998-01-01T00:00:00.000Z"

/** A clock that is `ahead()` milliseconds ahead of another. What it measures and waits is real. */
const shifted = (base: Clock.Clock, ahead: () => number): Clock.Clock => {
  const millis = () => base.currentTimeMillisUnsafe() + ahead()
  const nanos = () => base.currentTimeNanosUnsafe() + BigInt(ahead()) * 1_000_000n
  return {
    currentTimeMillisUnsafe: millis,
    currentTimeMillis: Effect.sync(millis),
    currentTimeNanosUnsafe: nanos,
    currentTimeNanos: Effect.sync(nanos),
    monotonicTimeNanosUnsafe: () => base.monotonicTimeNanosUnsafe(),
    monotonicTimeNanos: base.monotonicTimeNanos,
    sleep: (duration) => base.sleep(duration),
  }
}

const make = Effect.gen(function* () {
  const base = yield* Clock.Clock
  let ahead = 0
  const clock = shifted(base, () => ahead)

  /**
   * "`PUT /operator/v1/clock` `{now}` sets the service's clock"; it ticks on from there. Refused:
   * times before now, then times too far in the future.
   */
  const set = Effect.fn("SandboxClock.set")(function* (time: { readonly now: string }) {
    const now = clock.currentTimeMillisUnsafe()
    const wanted = epoch(time.now)
    if (wanted < now) {
      return yield* new ClockBackwards({ pointer: "/now", now: timestamp(now) })
    }
    if (time.now >= end) return yield* new ClockTooFar({ pointer: "/now", end })
    if (!(yield* Rehearsal)) ahead += wanted - now
    return { now: timestamp(wanted) }
  })

  return Context.make(SandboxClock, { set }).pipe(Context.add(Clock.Clock, clock))
})

/** The clock of a service that was started as a sandbox: the operator can set it. */
export class SandboxClock extends Context.Service<
  SandboxClock,
  {
    /** Sets the clock; answers the time that it shows. */
    readonly set: (time: {
      readonly now: string
    }) => Effect.Effect<{ readonly now: string }, ClockBackwards | ClockTooFar>
  }
>()("@outlay/domain/SandboxClock") {
  /** Also replaces the clock of everything that is built on it. */
  static readonly layer = Layer.effectContext(make)
}
