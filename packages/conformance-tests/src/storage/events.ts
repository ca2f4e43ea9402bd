import {
  BusinessStore,
  type EventFilter,
  EventStore,
  epoch,
  type NewEvent,
  type PageRequest,
} from "@outlay/domain"
import { Clock, Effect, Result } from "effect"
import { describe, expect } from "vitest"
import { clockOf } from "./clock.ts"
import { acme, ground, now, other, plant, type Tenant } from "./given.ts"
import { actor, checks, type Storage } from "./judge.ts"

const event = (type: string, n: number): NewEvent => ({
  type,
  resource: "budgets",
  data: { id: acme.uuid(n), available_amount: n, categories: [acme.uuid(1)] },
  previous: n === 1 ? null : { available_amount: n - 1 },
})

const append = ({ client_id }: Tenant, ...events: ReadonlyArray<NewEvent>) =>
  Effect.flatMap(BusinessStore, (store) =>
    store.change({ client_id }, () =>
      Result.succeed({ result: undefined, writes: [], entries: [], events }),
    ),
  )

const all = { offset: 0, limit: 50 }

const list = (filter: EventFilter = {}, page: PageRequest = all, of: Tenant = acme) =>
  Effect.flatMap(EventStore, (store) => store.page(of.client_id, filter, page))

/** What an `EventStore` promises. */
export const eventStoreSuite = (name: string, storage: Storage<EventStore>): void => {
  const check = checks(storage)

  describe(`${name}: EventStore.page`, () => {
    check("answers what was appended, as it was, with who and when", () =>
      Effect.gen(function* () {
        yield* plant(acme, ground(acme))
        yield* plant(other, ground(other))
        expect(yield* list()).toEqual({ count: 0, results: [] })
        yield* append(acme, event("budget.created", 1), event("budget.updated", 2))
        const { count, results } = yield* list()
        expect(count).toBe(2)
        const common = { client_id: acme.client_id, created: now, actor }
        expect(results).toMatchObject([
          { ...event("budget.created", 1), ...common },
          { ...event("budget.updated", 2), ...common },
        ])
        expect(results[0]?.previous).toBeNull()
        expect(yield* list({}, all, other)).toEqual({ count: 0, results: [] })
      }),
    )

    check("the oldest first, in the order in which they happened, in parts", () =>
      Effect.gen(function* () {
        yield* plant(acme, ground(acme))
        for (const n of [1, 2, 3]) yield* append(acme, event("a.b", n), event("a.b", n + 10))
        const parts = yield* Effect.forEach([0, 2, 4, 6], (offset) =>
          list({}, { offset, limit: 2 }),
        )
        expect(parts.map(({ count }) => count)).toEqual([6, 6, 6, 6])
        expect(parts.map(({ results }) => results.map(({ data }) => data))).toEqual(
          [[1, 11], [2, 12], [3, 13], []].map((part) => part.map((n) => event("", n).data)),
        )
      }),
    )

    check("only of a type; from an instant, and up to one, both included", () =>
      Effect.gen(function* () {
        yield* plant(acme, ground(acme))
        yield* append(acme, event("a.first", 1))
        yield* append(acme, event("a.second", 2), event("a.first", 3)).pipe(
          Effect.provideService(
            Clock.Clock,
            clockOf(() => epoch(now) + 1_000),
          ),
        )
        const [first, second] = (yield* list()).results.map(({ created }) => created)
        const found = (filter: EventFilter) =>
          Effect.map(list(filter), ({ count, results }) => {
            expect(results).toHaveLength(count)
            return results.map(({ data }) => data)
          })
        const events = (...numbers: ReadonlyArray<number>) => numbers.map((n) => event("", n).data)
        expect(yield* found({ type: "a.first" })).toEqual(events(1, 3))
        expect(yield* found({ type: "a" })).toEqual([])
        expect(yield* found({ min_created: second })).toEqual(events(2, 3))
        expect(yield* found({ max_created: first })).toEqual(events(1))
        expect(yield* found({ min_created: first, max_created: second })).toEqual(events(1, 2, 3))
        expect(yield* found({ type: "a.first", min_created: second })).toEqual(events(3))
      }),
    )
  })
}
