import { Clock, Effect } from "effect"

const live = Clock.Clock.defaultValue()

/**
 * A clock that shows the result of `millis` (milliseconds since 1970). Sleeping takes real time, so
 * that a storage that waits for something continues.
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
