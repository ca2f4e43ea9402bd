import { Clock, Context, Effect } from "effect"
import { timestamp } from "./dates.ts"

/** The instant at which the unit of work happens that this is part of; null outside of one. */
const UnitTime = Context.Reference<string | null>("@outlay/domain/UnitTime", {
  defaultValue: () => null,
})

/**
 * The service's time: RFC 3339 UTC with milliseconds. All of a unit of work happens at one instant,
 * so that midnight is never between what brings a budget forward and what is then decided.
 */
export const now: Effect.Effect<string> = Effect.flatMap(UnitTime, (instant) =>
  instant === null ? clockTime : Effect.succeed(instant),
)

const clockTime: Effect.Effect<string> = Effect.map(Clock.currentTimeMillis, timestamp)

/**
 * Work as of one instant, the one at which it begins, or that of the unit around it: what a store
 * runs in a transaction.
 */
export const atOneInstant = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(now, (instant) => Effect.provideService(work, UnitTime, instant))

/**
 * Work as of the instant that the clock shows, inside of a unit of work too: for programs that let
 * the past happen again, and commit many of its instants at once.
 */
export const atAnInstantOfItsOwn = <A, E, R>(
  work: Effect.Effect<A, E, R>,
): Effect.Effect<A, E, R> =>
  Effect.flatMap(clockTime, (instant) => Effect.provideService(work, UnitTime, instant))
