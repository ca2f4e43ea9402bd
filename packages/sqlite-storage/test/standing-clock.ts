import { steadyClock } from "@outlay/domain/ports"
import { Clock, Effect, Layer } from "effect"

/** The service's clock on a machine whose clock stands still. */
export const standingClock = (at: string): Layer.Layer<never> => machineClock(at, 0)

/** The service's clock on a machine whose clock advances by 10 ms whenever it is read. */
export const hurryingClock = (at: string): Layer.Layer<never> => machineClock(at, 10)

const machineClock = (at: string, stepMs: number): Layer.Layer<never> => {
  let millis = Date.parse(at)
  const read = (): number => {
    millis += stepMs
    return millis
  }
  const nanos = (): bigint => BigInt(read()) * 1_000_000n
  const standing = Effect.map(
    Clock.Clock,
    (real): Clock.Clock => ({
      currentTimeMillisUnsafe: read,
      currentTimeMillis: Effect.sync(read),
      currentTimeNanosUnsafe: nanos,
      currentTimeNanos: Effect.sync(nanos),
      monotonicTimeNanosUnsafe: () => real.monotonicTimeNanosUnsafe(),
      monotonicTimeNanos: real.monotonicTimeNanos,
      sleep: (duration) => real.sleep(duration),
    }),
  )
  return steadyClock.pipe(Layer.provide(Layer.effect(Clock.Clock, standing)))
}
