import { Clock, Context, Effect, Layer } from "effect"

/** A clock that never shows less than it has shown, nor less than it was told. */
export interface Steady {
  readonly clock: Clock.Clock
  /** From now on it shows at least so many milliseconds. */
  readonly raise: (millis: number) => void
  /**
   * From now on it shows more than these milliseconds, or more than it has shown: what is committed
   * later is dated later. It gets ahead of the clock below by a burst (`maxBurstMs`) and then no
   * faster than time passes, so that more commits than a millisecond has do not carry it away.
   */
  readonly after: (millis?: number) => void
  /** It shows these milliseconds, if they are not before what it shows, and ticks on from there. */
  readonly set: (millis: number) => void
  /**
   * From now on the clock below shows no more than these milliseconds and those that pass from now
   * on: the machine's clock may be ahead of all others.
   */
  readonly bound: (millis: number) => void
  /** How many milliseconds it stands before the clock below overtakes it: 0 while it ticks. */
  readonly behind: () => number
  /** How many milliseconds the machine's clock is ahead of its bound: 0 where it is not. */
  readonly beyond: () => number
}

/** How many milliseconds `after` adds at once before it adds one for each that passes. */
export const maxBurstMs = 50

/**
 * A steady clock over one that may step back: then it stands still until that one has overtaken it.
 * What it measures and waits is real.
 */
export const steady = (base: Clock.Clock): Steady => {
  let ahead = 0
  let latestMs = Number.NEGATIVE_INFINITY
  let boundMs = Number.POSITIVE_INFINITY
  let boundAt = 0
  const monotonicMs = () => Number(base.monotonicTimeNanosUnsafe() / 1_000_000n)
  /** What the clock below shows at most. */
  const most = () => (isBound() ? boundMs + monotonicMs() - boundAt : boundMs)
  const isBound = () => boundMs !== Number.POSITIVE_INFINITY
  const beyond = () => Math.max(0, base.currentTimeMillisUnsafe() - most())
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
    return exact > at && beyond() === 0 ? exact : at
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
      // What was shown before there was a bound was not recorded where the bound comes from.
      if (!isBound()) latestMs = Math.min(latestMs, at + ahead)
      boundMs = at
      boundAt = monotonicMs()
    },
    behind: () => Math.max(0, latestMs - below()),
    beyond,
  }
}

/** What a storage tells the clock of what was committed. */
export type ToldClock = Pick<Steady, "raise" | "after" | "bound">

/**
 * What a storage and the service's log know of the clock that everything stands on. Where there is
 * none it is not steady, and nothing can be said of it.
 */
export const SteadyClock = Context.Reference<ToldClock & Pick<Steady, "behind" | "beyond">>(
  "@outlay/domain/SteadyClock",
  {
    defaultValue: () => ({
      ...{ raise: () => undefined, after: () => undefined, bound: () => undefined },
      ...{ behind: () => 0, beyond: () => 0 },
    }),
  },
)

/** A steady clock as the clock of everything that is built on it. */
export const contextOf = ({ clock, ...told }: Steady): Context.Context<never> =>
  Context.make(SteadyClock, told).pipe(Context.add(Clock.Clock, clock))

/**
 * "The machine's clock steps back: the service's time stands still until it is overtaken." A
 * storage raises it beyond the newest instant that was committed.
 */
export const steadyClock: Layer.Layer<never> = Layer.effectContext(
  Effect.map(Clock.Clock, (base) => contextOf(steady(base))),
)
