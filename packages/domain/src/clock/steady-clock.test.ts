import { Clock, Effect, Layer } from "effect"
import { describe, expect, test } from "vitest"
import { epoch, timestamp } from "../core/dates.ts"
import { SandboxClock } from "./service.ts"
import { maxBurstMs, SteadyClock, steady, steadyClock } from "./steady-clock.ts"

/** A machine's clock that a test moves forwards and backwards. */
const machine = (start: string, real: Clock.Clock) => {
  let at = epoch(start)
  const clock: Clock.Clock = {
    ...real,
    monotonicTimeNanosUnsafe: () => real.monotonicTimeNanosUnsafe(),
    currentTimeMillisUnsafe: () => at,
    currentTimeNanosUnsafe: () => BigInt(at) * 1_000_000n + 999n,
  }
  return {
    clock,
    turn: (millis: number) => {
      at += millis
    },
  }
}

const start = "2026-01-01T00:00:00.000Z"
const minute = 60_000

/** Steps that change the clock, and the time it shows after each, in minutes since the start. */
const rows: ReadonlyArray<
  readonly [
    what: string,
    steps: ReadonlyArray<readonly ["turn" | "raise" | "set", number]>,
    shown: ReadonlyArray<number>,
  ]
> = [
  [
    "ticks",
    [
      ["turn", 1],
      ["turn", 2],
    ],
    [1, 3],
  ],
  [
    "stands still until the base clock catches up",
    [
      ["turn", 5],
      ["turn", -3],
      ["turn", 2],
      ["turn", 2],
    ],
    [5, 5, 5, 6],
  ],
  [
    "steps back more than once",
    [
      ["turn", 5],
      ["turn", -9],
      ["turn", 3],
      ["turn", -1],
      ["turn", 9],
    ],
    [5, 5, 5, 5, 7],
  ],
  [
    "is raised to a recorded time",
    [
      ["raise", 10],
      ["turn", 9],
      ["turn", 2],
    ],
    [10, 10, 11],
  ],
  [
    "is not lowered",
    [
      ["turn", 5],
      ["raise", 2],
      ["turn", 1],
    ],
    [5, 5, 6],
  ],
  [
    "is set and ticks on",
    [
      ["set", 10],
      ["turn", 1],
    ],
    [10, 11],
  ],
  [
    "is set while it stands still and ticks on",
    [
      ["raise", 10],
      ["set", 20],
      ["turn", 1],
    ],
    [10, 20, 21],
  ],
]

test.each(rows)("it %s", async (_, steps, shown) => {
  const real = await Effect.runPromise(Clock.Clock)
  const { clock, turn } = machine(start, real)
  const over = steady(clock)
  const from = epoch(start)
  const seen = steps.map(([what, minutes]) => {
    if (what === "turn") turn(minutes * minute)
    else over[what](from + minutes * minute)
    const millis = over.clock.currentTimeMillisUnsafe()
    expect(over.clock.currentTimeNanosUnsafe() / 1_000_000n).toBe(BigInt(millis))
    return (millis - from) / minute
  })
  expect(seen).toEqual(shown)
})

describe("`after`", () => {
  /** A machine with a monotonic clock that `pass` moves, independently of its wall clock. */
  const passing = async (start: string) => {
    const real = await Effect.runPromise(Clock.Clock)
    const { clock, turn } = machine(start, real)
    let passed = 0n
    const over = steady({ ...clock, monotonicTimeNanosUnsafe: () => passed })
    const from = epoch(start)
    return {
      ...{ turn, over, from },
      pass: (millis: number) => {
        passed += BigInt(millis) * 1_000_000n
      },
      shown: () => over.clock.currentTimeMillisUnsafe() - from,
    }
  }

  test("moves one millisecond past the given time, or past the time shown", async () => {
    const { over, from, shown } = await passing(start)
    expect(shown()).toBe(0)
    over.after()
    expect(shown()).toBe(1)
    over.after(from + 40)
    expect(shown()).toBe(41)
  })

  test("does nothing if the clock is already past the given time", async () => {
    const { over, from, turn, shown } = await passing(start)
    turn(5)
    over.after(from + 4)
    expect(shown()).toBe(5)
    turn(1)
    over.after()
    expect(shown()).toBe(6)
  })

  test("runs ahead by one burst, and then no faster than time passes", async () => {
    const { over, pass, turn, shown } = await passing(start)
    shown()
    for (let n = 0; n < 1_000; n++) over.after()
    expect(shown()).toBe(maxBurstMs)
    for (let n = 0; n < 1_000; n++) {
      pass(1)
      turn(1)
      for (let each = 0; each < 5; each++) over.after()
      expect(over.lagMs()).toBeLessThanOrEqual(maxBurstMs + 1)
    }
    pass(maxBurstMs)
    turn(2 * maxBurstMs)
    expect(over.lagMs()).toBe(0)
    shown()
    for (let n = 0; n < 1_000; n++) over.after()
    expect(over.lagMs()).toBe(maxBurstMs)
  })

  test("stays within the bound of the base clock, which moves as time passes", async () => {
    const { over, from, pass, turn, shown } = await passing(start)
    turn(minute)
    expect(shown()).toBe(minute)
    over.bound(from + 10)
    expect([shown(), over.excessMs(), over.lagMs()]).toEqual([10, minute - 10, 0])
    pass(5)
    expect([shown(), over.clock.currentTimeNanosUnsafe() / 1_000_000n]).toEqual([
      15,
      BigInt(from + 15),
    ])
    over.bound(from + 12)
    expect([shown(), over.lagMs()]).toEqual([15, 3])
    turn(7 - minute)
    expect([shown(), over.excessMs()]).toEqual([15, 0])
    turn(9)
    expect([shown(), over.excessMs(), over.lagMs()]).toEqual([15, 4, 3])
    over.set(from + 100)
    expect([shown(), over.lagMs()]).toEqual([100, 0])
  })
})

test("it reports how far the machine's clock is behind", async () => {
  const real = await Effect.runPromise(Clock.Clock)
  const { clock, turn } = machine(start, real)
  const found = await Effect.runPromise(
    Effect.gen(function* () {
      const { lagMs, raise } = yield* SteadyClock
      yield* Clock.currentTimeMillis
      const before = lagMs()
      turn(-minute)
      const after = lagMs()
      raise(epoch(start) + minute)
      return [before, after, lagMs(), timestamp(yield* Clock.currentTimeMillis)]
    }).pipe(Effect.provide(steadyClock.pipe(Layer.provide(Layer.succeed(Clock.Clock, clock))))),
  )
  expect(found).toEqual([0, minute, 2 * minute, "2026-01-01T00:01:00.000Z"])
})

test("a sandbox clock waits at the database's time until it is set to a later one", async () => {
  const real = await Effect.runPromise(Clock.Clock)
  const { clock, turn } = machine(start, real)
  const time = Effect.map(Clock.currentTimeMillis, timestamp)
  const set = (now: string) => SandboxClock.use((_) => _.set({ now }))
  const seen = await Effect.runPromise(
    Effect.gen(function* () {
      const { raise } = yield* SteadyClock
      raise(epoch("2030-06-01T00:00:00.000Z"))
      turn(minute)
      const stood = yield* time
      const refused = yield* Effect.flip(set("2030-05-31T00:00:00.000Z"))
      yield* set("2030-06-02T00:00:00.000Z")
      turn(minute)
      return [stood, refused._tag, yield* time]
    }).pipe(
      Effect.provide(SandboxClock.layer.pipe(Layer.provide(Layer.succeed(Clock.Clock, clock)))),
    ),
  )
  expect(seen).toEqual(["2030-06-01T00:00:00.000Z", "ClockBackwards", "2030-06-02T00:01:00.000Z"])
})
