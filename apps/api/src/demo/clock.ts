import { epoch } from "@outlay/domain/rules"
import { type Clock, Effect } from "effect"

/** A clock that stands still until it is set, so that past events happen at their own times. */
export interface TurnedClock {
  readonly clock: Clock.Clock
  readonly turn: (to: string) => void
}

/** Creates a clock that shows `start`. */
export const turnedClock = (real: Clock.Clock, start: string): TurnedClock => {
  let at = epoch(start)
  const millis = () => at
  const nanos = () => BigInt(at) * 1_000_000n
  return {
    turn: (to) => {
      at = epoch(to)
    },
    clock: {
      currentTimeMillisUnsafe: millis,
      currentTimeMillis: Effect.sync(millis),
      currentTimeNanosUnsafe: nanos,
      currentTimeNanos: Effect.sync(nanos),
      monotonicTimeNanosUnsafe: () => real.monotonicTimeNanosUnsafe(),
      monotonicTimeNanos: real.monotonicTimeNanos,
      sleep: (duration) => real.sleep(duration),
    },
  }
}
