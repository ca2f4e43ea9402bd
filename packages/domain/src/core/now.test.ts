import { Clock, Effect } from "effect"
import { expect, test } from "vitest"
import { atAnInstantOfItsOwn, atOneInstant, now } from "./now.ts"
import { unitOfWork } from "./unit-of-work.ts"

const midnight = Date.parse("2026-02-01T00:00:00.000Z")

/**
 * Runs work with a clock that advances by one millisecond each time it is read, and reaches
 * midnight at the third read.
 */
const passing = <A, E>(work: Effect.Effect<A, E>): A =>
  Effect.runSync(
    Effect.gen(function* () {
      const real = yield* Clock.Clock
      let at = midnight - 3
      const look = () => ++at
      return yield* Effect.provideService(work, Clock.Clock, {
        ...real,
        currentTimeMillisUnsafe: look,
        currentTimeMillis: Effect.sync(look),
      })
    }) as Effect.Effect<A>,
  )

const twice = Effect.all([now, now])
const [before, last, first] = [-2, -1, 0].map((n) => new Date(midnight + n).toISOString())

test("time advances outside of units of work", () => {
  expect(passing(Effect.all([now, twice]))).toEqual([before, [last, first]])
})

test("a unit of work and the units nested in it happen at the instant at which it begins", () => {
  expect(passing(atOneInstant(Effect.all([now, atOneInstant(now), now])))).toEqual([
    before,
    before,
    before,
  ])
  expect(passing(Effect.all([atOneInstant(twice), now]))).toEqual([[before, before], last])
})

test("the units of every storage happen at one instant", () => {
  const same = <A, E, R>(work: Effect.Effect<A, E, R>) => work
  const units = unitOfWork({ atomically: same, dryRun: same, within: Effect.succeed(false) })
  expect(passing(units.atomically(twice))).toEqual([before, before])
  expect(passing(units.dryRun(twice))).toEqual([before, before])
})

test("atAnInstantOfItsOwn gives each part of one unit its own instant", () => {
  const past = Effect.all([atAnInstantOfItsOwn(twice), atAnInstantOfItsOwn(twice), now])
  expect(passing(atOneInstant(past))).toEqual([[last, last], [first, first], before])
})
