import { EventsAsRecorded } from "@outlay/domain"
import { MemoryStorage } from "@outlay/memory-storage"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { examined, nothingFound } from "./examined.ts"
import { services } from "./money/engine.ts"
import { arrivals, inOrder, type Story, story, tellBoth } from "./money/stories.ts"
import { sqliteInMemory } from "./witness.ts"

/** `RUNS=10000 pnpm vitest run money` runs as many stories. */
const runs = Number(process.env["RUNS"] ?? 500)

const memory = services.pipe(
  Layer.provideMerge(MemoryStorage.layer),
  Layer.provideMerge(EventsAsRecorded),
  Layer.provideMerge(TestClock.layer()),
)
const sqlite = services.pipe(
  Layer.provideMerge(sqliteInMemory),
  Layer.provideMerge(TestClock.layer()),
)

/** Runs a story, and verifies its books. */
const verified = (example: Story) =>
  Effect.gen(function* () {
    const end = yield* tellBoth(example, (at) => TestClock.setTime(at))
    return { ...end, found: yield* examined(end.client_id) }
  })

const outcomeOf = (example: Story) =>
  verified(example).pipe(Effect.provide(memory), Effect.runPromise)

describe("the model of the money rules, and the engine", () => {
  test(
    `agree on ${runs} stories`,
    () =>
      fc.assert(
        fc.asyncProperty(story, async (each) => {
          const { differing, engine, model, found } = await outcomeOf(each)
          expect(found).toEqual(nothingFound)
          expect(differing).toEqual([])
          expect(engine).toEqual(model)
        }),
        { numRuns: runs },
      ),
    60_000 + runs * 200,
  )

  test(
    "agree in SQLite, whose ledger recomputes every amount",
    () =>
      fc.assert(
        fc.asyncProperty(story, async (each) => {
          const { differing, engine, model, found } = await verified(each).pipe(
            Effect.provide(sqlite),
            Effect.runPromise,
          )
          expect(found).toEqual(nothingFound)
          expect(differing).toEqual([])
          expect(engine).toEqual(model)
        }),
        { numRuns: Math.ceil(runs / 20) },
      ),
    60_000 + runs * 200,
  )

  test(
    "agree if time itself steps back",
    () =>
      fc.assert(
        fc.asyncProperty(story, async (each) => {
          const { differing, engine, model } = await tellBoth(
            each,
            (at) => TestClock.setTime(at),
            "unsteady",
          ).pipe(Effect.provide(memory), Effect.runPromise)
          expect(differing).toEqual([])
          expect(engine).toEqual(model)
        }),
        { numRuns: Math.ceil(runs / 2) },
      ),
    60_000 + runs * 200,
  )

  test(
    "reach the same state in any order of the same movements",
    () =>
      fc.assert(
        fc.asyncProperty(arrivals, async ({ plans, movements }) => {
          const ends: Array<unknown> = []
          for (const order of ["first", "second"] as const) {
            const steps = inOrder(movements, order)
            const { differing, engine } = await outcomeOf({ plans, steps })
            expect(differing).toEqual([])
            ends.push(engine)
          }
          expect(withoutAge(ends[0])).toEqual(withoutAge(ends[1]))
        }),
        { numRuns: Math.ceil(runs / 5) },
      ),
    60_000 + runs * 200,
  )
})

/** Removes `restated`, which depends on what was late; the amounts do not. */
const withoutAge = (shown: unknown): unknown =>
  JSON.parse(JSON.stringify(shown), (name, value) => (name === "restated" ? undefined : value))
