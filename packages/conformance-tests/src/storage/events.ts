import { equal } from "node:assert/strict"
import { hash as digest } from "node:crypto"
import { type PageRequest, UnitOfWork } from "@outlay/domain"
import { type EventFilter, type EventType, eventActor, type NewEvent } from "@outlay/domain/fields"
import { businessContext, canonical, EventStore, firstHash, nothing } from "@outlay/domain/ports"
import { epoch, timestamp } from "@outlay/domain/rules"
import { Clock, Effect, Result } from "effect"
import { change } from "./access.ts"
import { deepEqual, matches } from "./assert.ts"
import { actor, check, type Suites } from "./cases.ts"
import { clockOf } from "./clock.ts"
import { acme, ground, now, other, plant, type Tenant } from "./given.ts"

const event = (type: EventType, n: number): NewEvent => ({
  type,
  resource: "budgets",
  data: { id: acme.uuid(n), available_amount: n, categories: [acme.uuid(1)] },
  previous: n === 1 ? null : { available_amount: n - 1 },
})

const append = (of: Tenant, ...events: ReadonlyArray<NewEvent>) =>
  change(of, businessContext, () => Result.succeed({ ...nothing(undefined), events }))

const all = { offset: 0, limit: 50 }

const list = (filter: EventFilter = {}, page: PageRequest = all, of: Tenant = acme) =>
  Effect.flatMap(EventStore, (store) => store.page(of.client_id, filter, page))

/** Guarantees of an `EventStore`. */
export const eventStoreSuites: Suites<EventStore | UnitOfWork> = [
  {
    name: "EventStore.page",
    cases: [
      check("returns appended events unchanged, with actor and time", () =>
        Effect.gen(function* () {
          yield* plant(acme, ground(acme))
          yield* plant(other, ground(other))
          deepEqual(yield* list(), { count: 0, results: [], head: null })
          yield* append(acme, event("budget.created", 1), event("budget.updated", 2))
          const { count, results } = yield* list()
          equal(count, 2)
          const common = { client_id: acme.client_id, created: now, actor: eventActor(actor) }
          const shown = (type: EventType, n: number) => {
            const { resource: _, ...rest } = event(type, n)
            return { ...rest, sequence: n, ...common }
          }
          matches(results, [shown("budget.created", 1), shown("budget.updated", 2)])
          equal(results[0]?.previous, null)
          deepEqual(yield* list({}, all, other), { count: 0, results: [], head: null })
        }),
      ),

      check("oldest first, in the order in which they happened, in parts", () =>
        Effect.gen(function* () {
          yield* plant(acme, ground(acme))
          for (const n of [1, 2, 3])
            yield* append(acme, event("budget.updated", n), event("budget.updated", n + 10))
          const parts = yield* Effect.forEach([0, 2, 4, 6], (offset) =>
            list({}, { offset, limit: 2 }),
          )
          deepEqual(
            parts.map(({ count }) => count),
            [6, 6, 6, 6],
          )
          deepEqual(
            parts.map(({ results }) => results.map(({ data }) => data)),
            [[1, 11], [2, 12], [3, 13], []].map((part) =>
              part.map((n) => event("budget.updated", n).data),
            ),
          )
        }),
      ),

      check("filters by type, and by first and last instant, both included", () =>
        Effect.gen(function* () {
          yield* plant(acme, ground(acme))
          yield* append(acme, event("budget.created", 1))
          yield* append(acme, event("budget.deleted", 2), event("budget.created", 3)).pipe(
            Effect.provideService(
              Clock.Clock,
              clockOf(() => epoch(now) + 1_000),
            ),
          )
          const [first, second] = (yield* list()).results.map(({ created }) => created)
          const found = (filter: EventFilter) =>
            Effect.map(list(filter), ({ count, results }) => {
              equal(results.length, count)
              return results.map(({ data }) => data)
            })
          const events = (...numbers: ReadonlyArray<number>) =>
            numbers.map((n) => event("budget.updated", n).data)
          deepEqual(yield* found({ type: "budget.created" }), events(1, 3))
          deepEqual(yield* found({ type: "budget" }), [])
          deepEqual(yield* found({ min_created: second }), events(2, 3))
          deepEqual(yield* found({ max_created: first }), events(1))
          deepEqual(yield* found({ min_created: first, max_created: second }), events(1, 2, 3))
          deepEqual(yield* found({ type: "budget.created", min_created: second }), events(3))
          deepEqual(yield* found({ after_sequence: 0 }), events(1, 2, 3))
          deepEqual(yield* found({ after_sequence: 1 }), events(2, 3))
          deepEqual(yield* found({ after_sequence: 3 }), [])
          deepEqual(yield* found({ type: "budget.created", after_sequence: 1 }), events(3))
          deepEqual(yield* found({ max_created: first, after_sequence: 1 }), [])
        }),
      ),

      check("filters from and up to any of many instants, before all and after all", () =>
        Effect.gen(function* () {
          yield* plant(acme, ground(acme))
          const instants = Array.from({ length: 37 }, (_, n) => epoch(now) + n * 1_000)
          for (const [n, instant] of instants.entries()) {
            const events = Array.from({ length: 1 + (n % 3) }, () => event("budget.updated", n + 2))
            yield* append(acme, ...events).pipe(
              Effect.provideService(
                Clock.Clock,
                clockOf(() => instant),
              ),
            )
          }
          const page = { offset: 0, limit: 100 }
          const { results } = yield* list({}, page)
          equal(results.length, 73)
          for (const instant of [instants[0] ?? 0, ...instants].map(
            (at, n) => at - 500 * (n % 2),
          )) {
            const bound = timestamp(instant)
            const after = results.filter(({ created }) => created >= bound)
            const before = results.filter(({ created }) => created <= bound)
            const [least, most] = [{ min_created: bound }, { max_created: bound }]
            deepEqual((yield* list(least, page)).results, after)
            deepEqual((yield* list(most, page)).results, before)
            const none = after.filter(({ created }) => created <= bound).length
            equal((yield* list({ ...least, ...most }, page)).count, none)
          }
        }),
      ),
    ],
  },

  {
    name: "the chain of events",
    cases: [
      check("each covers the one before, in a chain per business, whose head is returned", () =>
        Effect.gen(function* () {
          for (const of of [acme, other]) {
            yield* plant(of, ground(of))
            yield* append(of, event("budget.created", 1), event("budget.updated", 2))
          }
          yield* append(acme, event("budget.deleted", 3))
          for (const [of, count] of [
            [acme, 3],
            [other, 2],
          ] as const) {
            const { results, head } = yield* list({}, all, of)
            deepEqual(
              results.map(({ sequence }) => sequence),
              [1, 2, 3].slice(0, count),
            )
            let before = firstHash
            for (const { hash, client_id: _, ...shown } of results) {
              equal(hash, digest("sha256", before + canonical(shown)))
              before = hash
            }
            deepEqual(head, { sequence: count, hash: before })
            const filtered = yield* list({ type: "budget.created" }, { offset: 5, limit: 1 }, of)
            deepEqual(filtered, { count: 1, results: [], head })
          }
        }),
      ),

      check("undone events leave no gap: a dry run, a failure, a part of a unit of work", () =>
        Effect.gen(function* () {
          yield* plant(acme, ground(acme))
          const { atomically, dryRun } = yield* UnitOfWork
          const appendEvent = (n: number) => append(acme, event("budget.updated", n))
          yield* appendEvent(10)
          yield* dryRun(appendEvent(20))
          yield* Effect.flip(atomically(Effect.andThen(appendEvent(30), Effect.fail("no"))))
          yield* atomically(
            Effect.gen(function* () {
              yield* appendEvent(40)
              yield* dryRun(Effect.andThen(appendEvent(50), appendEvent(60)))
              yield* Effect.flip(atomically(Effect.andThen(appendEvent(70), Effect.fail("no"))))
              yield* appendEvent(80)
            }),
          )
          const { results } = yield* list()
          const found = results.map(({ sequence, data }) => [sequence, data])
          deepEqual(
            found,
            [10, 40, 80].map((n, place) => [place + 1, event("budget.updated", n).data]),
          )
        }),
      ),

      check("concurrent units of work, some of which fail, share one chain without gaps", () =>
        Effect.gen(function* () {
          yield* plant(acme, ground(acme))
          const { atomically } = yield* UnitOfWork
          const units = Array.from({ length: 60 }, (_, n) =>
            Effect.exit(
              atomically(
                Effect.andThen(
                  append(acme, event("budget.updated", n), event("budget.updated", n)),
                  n % 3 === 0 ? Effect.fail("no") : Effect.void,
                ),
              ),
            ),
          )
          yield* Effect.all(units, { concurrency: "unbounded" })
          const { results, head } = yield* list({}, { offset: 0, limit: 100 })
          deepEqual(
            results.map(({ sequence }) => sequence),
            Array.from({ length: 80 }, (_, n) => n + 1),
          )
          equal(new Set(results.map(({ hash }) => hash)).size, 80)
          equal(head?.sequence, 80)
        }),
      ),

      check("no event is dated before the previous one, even if the clock is set back", () =>
        Effect.gen(function* () {
          yield* plant(acme, ground(acme))
          yield* append(acme, event("budget.created", 1))
          const back = clockOf(() => epoch(now) - 60_000)
          yield* Effect.provideService(append(acme, event("budget.updated", 2)), Clock.Clock, back)
          const { results } = yield* list({ min_created: now })
          deepEqual(
            results.map(({ sequence, created }) => [sequence, created]),
            [
              [1, now],
              [2, now],
            ],
          )
        }),
      ),
    ],
  },
]
