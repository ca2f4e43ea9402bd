import { Clock, Context, Effect } from "effect"
import { timestamp } from "./dates.ts"

/** Instant of the current unit of work; null outside of a unit. */
const UnitTime = Context.Reference<string | null>("@outlay/domain/UnitTime", {
  defaultValue: () => null,
})

/**
 * Time of the service: RFC 3339 UTC with milliseconds. A unit of work happens at one instant, so
 * midnight never falls between the reset of a budget and the decision that follows.
 */
export const now: Effect.Effect<string> = Effect.flatMap(UnitTime, (instant) =>
  instant === null ? clockTime : Effect.succeed(instant),
)

const clockTime: Effect.Effect<string> = Effect.map(Clock.currentTimeMillis, timestamp)

/**
 * Runs work at one instant: that of the enclosing unit, or the current time if there is none.
 * Stores run transactions with it.
 */
export const atOneInstant = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(now, (instant) => Effect.provideService(work, UnitTime, instant))

/**
 * Runs work at the current time of the clock, also inside a unit of work. Programs that replay the
 * past use it to commit many instants at once.
 */
export const atAnInstantOfItsOwn = <A, E, R>(
  work: Effect.Effect<A, E, R>,
): Effect.Effect<A, E, R> =>
  Effect.flatMap(clockTime, (instant) => Effect.provideService(work, UnitTime, instant))
