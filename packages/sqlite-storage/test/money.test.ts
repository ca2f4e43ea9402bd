import { examine } from "@outlay/domain"
import { MemoryStorage } from "@outlay/memory-storage"
import { checks, Sql } from "@outlay/sql-storage"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { services } from "./money/engine.ts"
import { arrivals, inOrder, type Story, story, tellBoth } from "./money/stories.ts"
import { sqliteInMemory } from "./witness.ts"

/** `RUNS=10000 pnpm vitest run money` tells as many stories. */
const runs = Number(process.env["RUNS"] ?? 500)

const memory = services.pipe(
  Layer.provideMerge(MemoryStorage.layer),
  Layer.provideMerge(TestClock.layer()),
)
const sqlite = services.pipe(
  Layer.provideMerge(sqliteInMemory),
  Layer.provideMerge(TestClock.layer()),
)

/** A story, and what verification finds in its books. */
const verified = (told: Story) =>
  Effect.flatMap(
    tellBoth(told, (at) => TestClock.setTime(at)),
    (end) => Effect.map(examine(end.client_id), (examined) => ({ ...end, examined })),
  )

const sound = { differences: [], rows: { total: 0, first: [] }, unreadable: [] }

const told = (told: Story) => verified(told).pipe(Effect.provide(memory), Effect.runPromise)

describe("the model of the money rules, and the engine", () => {
  test(
    `agree on ${runs} stories`,
    () =>
      fc.assert(
        fc.asyncProperty(story, async (each) => {
          const { differing, engine, model, examined } = await told(each)
          expect(examined).toEqual(sound)
          expect(differing).toEqual([])
          expect(engine).toEqual(model)
        }),
        { numRuns: runs },
      ),
    60_000 + runs * 200,
  )

  test(
    "agree over SQLite, whose ledger recomputes every amount",
    () =>
      fc.assert(
        fc.asyncProperty(story, async (each) => {
          const work = Effect.gen(function* () {
            const { client_id, differing, engine, model, examined } = yield* verified(each)
            const sql = yield* Sql
            const wrong = yield* Effect.forEach(checks, (check) =>
              sql.all(check.differences, { client_id }),
            )
            return { differing, engine, model, examined, wrong: wrong.flat() }
          })
          const { differing, engine, model, examined, wrong } = await work.pipe(
            Effect.provide(sqlite),
            Effect.runPromise,
          )
          expect(examined).toEqual(sound)
          expect(wrong).toEqual([])
          expect(differing).toEqual([])
          expect(engine).toEqual(model)
        }),
        { numRuns: Math.ceil(runs / 20) },
      ),
    60_000 + runs * 200,
  )

  test(
    "end alike in whichever order the same movements arrive",
    () =>
      fc.assert(
        fc.asyncProperty(arrivals, async ({ plans, movements }) => {
          const ends: Array<unknown> = []
          for (const order of ["first", "second"] as const) {
            const steps = inOrder(movements, order)
            const { differing, engine } = await told({ plans, steps })
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

/** Which earlier periods were restated depends on what was late: the amounts do not. */
const withoutAge = (shown: unknown): unknown =>
  JSON.parse(JSON.stringify(shown), (name, value) => (name === "restated" ? undefined : value))
