import { steadyClock } from "@outlay/domain/ports"
import { Clock, Effect, Layer } from "effect"

/** The service's clock on a machine whose clock stands still. */
export const standingClock = (at: string): Layer.Layer<never> => {
  const millis = Date.parse(at)
  const standing = Effect.map(
    Clock.Clock,
    (real): Clock.Clock => ({
      currentTimeMillisUnsafe: () => millis,
      currentTimeMillis: Effect.succeed(millis),
      currentTimeNanosUnsafe: () => BigInt(millis) * 1_000_000n,
      currentTimeNanos: Effect.succeed(BigInt(millis) * 1_000_000n),
      monotonicTimeNanosUnsafe: () => real.monotonicTimeNanosUnsafe(),
      monotonicTimeNanos: real.monotonicTimeNanos,
      sleep: (duration) => real.sleep(duration),
    }),
  )
  return steadyClock.pipe(Layer.provide(Layer.effect(Clock.Clock, standing)))
}
