import { Clock, Effect } from "effect"

const live = Clock.Clock.defaultValue()

/**
 * A clock that shows what `millis` answers (milliseconds since 1970). Sleeping takes its real time,
 * so that a storage that waits for something goes on.
 */
export const clockOf = (millis: () => number): Clock.Clock => ({
  currentTimeMillisUnsafe: millis,
  currentTimeMillis: Effect.sync(millis),
  currentTimeNanosUnsafe: () => BigInt(millis()) * 1_000_000n,
  currentTimeNanos: Effect.sync(() => BigInt(millis()) * 1_000_000n),
  monotonicTimeNanosUnsafe: () => live.monotonicTimeNanosUnsafe(),
  monotonicTimeNanos: live.monotonicTimeNanos,
  sleep: (duration) => live.sleep(duration),
})
