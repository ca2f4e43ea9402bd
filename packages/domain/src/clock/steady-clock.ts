import { Clock, Context, Effect, Layer } from "effect"

/**
 * A clock that never shows less than it has shown, nor less than the time it was raised to. All
 * times are in milliseconds since 1970.
 */
export interface Steady {
  readonly clock: Clock.Clock
  /** Makes the clock show at least this time from now on. */
  readonly raise: (millis: number) => void
  /**
   * Makes the clock show more than this time (by default the latest time shown), so that a later
   * commit has a later time. The clock runs ahead of the base clock by at most `maxBurstMs` at
   * once, and then no faster than time passes, even if there are more commits than milliseconds.
   */
  readonly after: (millis?: number) => void
  /** Sets the clock to this time, unless it shows a later one, and lets it tick from there. */
  readonly set: (millis: number) => void
  /**
   * Limits the base clock to this time plus the time that passes from now on, because the machine's
   * clock may be ahead of all others.
   */
  readonly bound: (millis: number) => void
  /** Returns the milliseconds until the base clock catches up; 0 while the clock ticks. */
  readonly lagMs: () => number
  /** Returns how many milliseconds the machine's clock is ahead of its bound; 0 if it is not. */
  readonly excessMs: () => number
}

/** Milliseconds that `after` can add at once, before it adds one for each that passes. */
export const maxBurstMs = 50

/**
 * Returns a steady clock over a base clock that may step back; it then stands still until the base
 * clock has caught up. Its monotonic time and `sleep` are those of the base clock.
 */
export const steady = (base: Clock.Clock): Steady => {
  let ahead = 0
  let latestMs = Number.NEGATIVE_INFINITY
  let boundMs = Number.POSITIVE_INFINITY
  let boundAt = 0
  const monotonicMs = () => Number(base.monotonicTimeNanosUnsafe() / 1_000_000n)
  /** Latest time that the base clock may show. */
  const most = () => (isBound() ? boundMs + monotonicMs() - boundAt : boundMs)
  const isBound = () => boundMs !== Number.POSITIVE_INFINITY
  const excessMs = () => Math.max(0, base.currentTimeMillisUnsafe() - most())
  const below = () => Math.min(base.currentTimeMillisUnsafe(), most()) + ahead
  const millis = () => {
    latestMs = Math.max(latestMs, below())
    return latestMs
  }
  let burst = maxBurstMs
  let countedAt = Number.NEGATIVE_INFINITY
  const addOne = () => {
    const at = monotonicMs()
    burst = Math.min(maxBurstMs, burst + at - countedAt)
    countedAt = at
    if (burst < 1) return
    burst -= 1
    latestMs += 1
  }
  const nanos = () => {
    const at = BigInt(millis()) * 1_000_000n
    const exact = base.currentTimeNanosUnsafe() + BigInt(ahead) * 1_000_000n
    return exact > at && excessMs() === 0 ? exact : at
  }
  return {
    clock: {
      currentTimeMillisUnsafe: millis,
      currentTimeMillis: Effect.sync(millis),
      currentTimeNanosUnsafe: nanos,
      currentTimeNanos: Effect.sync(nanos),
      monotonicTimeNanosUnsafe: () => base.monotonicTimeNanosUnsafe(),
      monotonicTimeNanos: base.monotonicTimeNanos,
      sleep: (duration) => base.sleep(duration),
    },
    raise: (at) => {
      latestMs = Math.max(latestMs, at)
    },
    after: (at = latestMs) => {
      latestMs = Math.max(latestMs, at)
      if (latestMs === at && below() <= at) addOne()
    },
    set: (at) => {
      ahead += at - below()
      latestMs = Math.max(latestMs, at)
    },
    bound: (at) => {
      // The first bound may set the clock back: the times shown before it were not saved in the
      // database that the bound comes from.
      if (!isBound()) latestMs = Math.min(latestMs, at + ahead)
      boundMs = at
      boundAt = monotonicMs()
    },
    lagMs: () => Math.max(0, latestMs - below()),
    excessMs,
  }
}

/** Functions through which a storage reports committed times to the clock. */
export type ToldClock = Pick<Steady, "raise" | "after" | "bound">

/**
 * Clock of the service, as storages and the log see it. By default there is no steady clock: the
 * functions do nothing or return 0.
 */
export const SteadyClock = Context.Reference<ToldClock & Pick<Steady, "lagMs" | "excessMs">>(
  "@outlay/domain/SteadyClock",
  {
    defaultValue: () => ({
      ...{ raise: () => undefined, after: () => undefined, bound: () => undefined },
      ...{ lagMs: () => 0, excessMs: () => 0 },
    }),
  },
)

/** Returns a context in which a steady clock replaces the default clock. */
export const contextOf = ({ clock, ...functions }: Steady): Context.Context<never> =>
  Context.make(SteadyClock, functions).pipe(Context.add(Clock.Clock, clock))

/**
 * "The machine's clock steps back: the service's time stands still until it is overtaken." A
 * storage raises it beyond the time of the newest commit.
 */
export const steadyClock: Layer.Layer<never> = Layer.effectContext(
  Effect.map(Clock.Clock, (base) => contextOf(steady(base))),
)
