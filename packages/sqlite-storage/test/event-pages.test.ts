import type { EventFilter } from "@outlay/domain/fields"
import { created } from "@outlay/domain/ports"
import { commit, pageOfEvents } from "@outlay/sql-storage"
import { Effect } from "effect"
import { expect, test } from "vitest"
import { business, decision, storage } from "./given.ts"

/** Types of 40 events: one is deleted, every third is updated, and the others are created. */
const types = Array.from({ length: 40 }, (_, n) =>
  n === 20 ? "budget.deleted" : n % 3 === 0 ? "budget.updated" : "budget.created",
)

const given = Effect.gen(function* () {
  const writes = [created("businesses", business)]
  yield* commit(1, decision({ result: undefined, writes }))
  for (const type of types) {
    const event = { type, resource: "budgets", data: { id: "b" }, previous: null } as const
    yield* commit(1, decision({ result: undefined, events: [event] }))
  }
})

const filters: ReadonlyArray<EventFilter> = [
  {},
  ...["budget.updated", "budget.deleted", "budget.created"].map(
    (type) => ({ type }) as EventFilter,
  ),
]
const perSlice = 4

test("a page has the events of the trail, for any filter and offset", async () => {
  const { run } = storage()
  await run(given)
  for (const filter of filters) {
    for (const after_sequence of [undefined, 1, 17, 40, 90]) {
      const matching = types
        .map((type, n) => ({ type, sequence: n + 1 }))
        .filter(({ type }) => filter.type === undefined || type === filter.type)
        .filter(({ sequence }) => sequence > (after_sequence ?? 0))
        .map(({ sequence }) => sequence)
      for (const offset of [0, 1, 3, 4, 5, 11, 39, 40, 100]) {
        const query = { ...filter, ...(after_sequence === undefined ? {} : { after_sequence }) }
        const page = { offset, limit: 6 }
        const found = await run(pageOfEvents(1, query, page, perSlice))
        expect([query, offset, found.count, found.results.map(({ sequence }) => sequence)]).toEqual(
          [query, offset, matching.length, matching.slice(offset, offset + 6)],
        )
        expect(found.head?.sequence).toBe(40)
      }
    }
  }
})

/** Returns the number of turns of the event loop that a page takes. */
const turnsOf = (filter: EventFilter, rows: number) =>
  Effect.gen(function* () {
    let turns = 0
    let isGoing = true
    const count = () => {
      turns++
      if (isGoing) setImmediate(count)
    }
    setImmediate(count)
    yield* pageOfEvents(1, filter, { offset: 0, limit: 5 }, rows)
    isGoing = false
    return turns
  })

test("events of a type are counted one slice per turn of the event loop", async () => {
  const { run } = storage()
  await run(given)
  const type = "budget.created"
  const few = await run(turnsOf({ type }, 100))
  expect(await run(turnsOf({ type }, perSlice))).toBeGreaterThan(few + 4)
})
