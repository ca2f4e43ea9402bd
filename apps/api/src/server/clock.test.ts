import { SteadyClock } from "@outlay/domain/ports"
import { Effect, Logger } from "effect"
import { TestClock } from "effect/testing"
import { expect, test } from "vitest"
import { clockCondition, watchClock } from "./clock.ts"

test("a clock ahead of the database's clock is in /readyz, and is logged once", async () => {
  const logged: Array<unknown> = []
  const logger = Logger.make(({ message }) => {
    logged.push(message)
  })
  let excessMs = 0
  const shown = await Effect.runPromise(
    Effect.gen(function* () {
      const clock = { ...(yield* SteadyClock), excessMs: () => excessMs }
      return yield* Effect.provideService(
        Effect.gen(function* () {
          const condition = yield* clockCondition
          yield* watchClock
          const before = condition()
          excessMs = 3_600_000
          yield* TestClock.adjust("5 seconds")
          return [before, condition()]
        }),
        SteadyClock,
        clock,
      )
    }).pipe(
      Effect.scoped,
      Effect.provide(Logger.layer([logger])),
      Effect.provide(TestClock.layer()),
    ),
  )
  expect(shown).toEqual([{}, { clock: { seconds_ahead: 3_600 } }])
  expect(logged).toEqual([[expect.stringContaining("3600 s ahead of the database's")]])
})
