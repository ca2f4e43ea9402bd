import { Clock, Effect, Layer } from "effect"
import { expect, test } from "vitest"
import { epoch, timestamp } from "../core/dates.ts"
import { DryRun } from "../core/unit-of-work.ts"
import { SandboxClock } from "./service.ts"

const time = Effect.map(Clock.currentTimeMillis, timestamp)
const set = (now: string) => SandboxClock.use((_) => _.set({ now }))

/** Runs `work` with a sandbox clock over a clock that shows `start` first and that `turn` moves. */
const run = <A, E>(
  start: string,
  work: (turn: (millis: number) => void) => Effect.Effect<A, E, SandboxClock>,
) =>
  Effect.runPromise(
    Effect.gen(function* () {
      const real = yield* Clock.Clock
      let at = epoch(start)
      const base: Clock.Clock = {
        ...real,
        currentTimeMillisUnsafe: () => at,
        currentTimeNanosUnsafe: () => BigInt(at) * 1_000_000n,
      }
      const sandbox = SandboxClock.layer.pipe(Layer.provide(Layer.succeed(Clock.Clock, base)))
      return yield* Effect.provide(
        work((millis) => {
          at += millis
        }),
        sandbox,
      )
    }),
  )

test("the clock can be set and ticks on", async () => {
  const seen = await run("2026-01-01T00:00:00.000Z", (turn) =>
    Effect.gen(function* () {
      const before = yield* time
      const result = yield* set("2026-06-30T23:59:59.000Z")
      turn(2000)
      return [before, result.now, yield* time, (yield* Clock.currentTimeNanos) / 1_000_000n]
    }),
  )
  expect(seen).toEqual([
    "2026-01-01T00:00:00.000Z",
    "2026-06-30T23:59:59.000Z",
    "2026-07-01T00:00:01.000Z",
    BigInt(epoch("2026-07-01T00:00:01.000Z")),
  ])
})

test.each([
  ["2025-12-31T23:59:59.999Z", "ClockBackwards"],
  ["9998-01-01T00:00:00.000Z", "ClockTooFar"],
  ["9997-12-31T23:59:59.999Z", null],
  ["2026-01-01T00:00:00.000Z", null],
])("set to %s: %s", async (now, refusal) => {
  const result = await run("2026-01-01T00:00:00.000Z", () => Effect.result(set(now)))
  expect(result._tag === "Failure" ? result.failure._tag : null).toBe(refusal)
})

test("a dry run returns the same time and does not set the clock", async () => {
  const seen = await run("2026-01-01T00:00:00.000Z", () =>
    Effect.gen(function* () {
      const result = yield* Effect.provideService(set("2026-06-30T00:00:00.000Z"), DryRun, true)
      return [result.now, yield* time]
    }),
  )
  expect(seen).toEqual(["2026-06-30T00:00:00.000Z", "2026-01-01T00:00:00.000Z"])
})

test("a clock that was set cannot be set to an earlier time", async () => {
  const refused = await run("2026-01-01T00:00:00.000Z", () =>
    Effect.andThen(set("2030-01-01T00:00:00.000Z"), Effect.flip(set("2029-12-31T00:00:00.000Z"))),
  )
  expect(refused.message).toContain("2030-01-01T00:00:00.000Z")
})
