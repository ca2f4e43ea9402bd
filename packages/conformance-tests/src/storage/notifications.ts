import type { BudgetAlert, NewEvent, NotificationProgress } from "@outlay/domain/fields"
import {
  businessContext,
  changed,
  created,
  NotificationStore,
  nothing,
  Questions,
  removed,
  type Store,
} from "@outlay/domain/ports"
import { Effect, Result } from "effect"
import { change, read } from "./access.ts"
import { deepEqual } from "./assert.ts"
import { check, type Suites } from "./cases.ts"
import { acme, at, ground, now, other, plant, type Tenant } from "./given.ts"

const week = "2026-11-16"
const lastWeek = "2026-11-09"

const progress = (of: Tenant, fields: Partial<NotificationProgress> = {}) => ({
  client_id: of.client_id,
  sequence: 0,
  next_pass: at(0),
  digest_week: week,
  digest_user: null,
  unsubscribe_key: "key",
  created: at(0),
  updated: at(0),
  ...fields,
})

const alert = (of: Tenant, fields: Partial<BudgetAlert> = {}): BudgetAlert => ({
  client_id: of.client_id,
  budget_id: of.uuid(1),
  period_number: 2,
  percent: 80,
  created: at(0),
  updated: at(0),
  ...fields,
})

/** Creates two businesses with these numbers of events. */
const happened = (counts: readonly [number, number]) =>
  Effect.forEach([acme, other], (of, index) =>
    Effect.gen(function* () {
      yield* plant(of, ground(of))
      const event: NewEvent = {
        ...{ type: "budget.updated", resource: "budgets", previous: null },
        data: { id: of.uuid(1), categories: [] },
      }
      const events = Array.from({ length: counts[index] ?? 0 }, () => event)
      yield* change(of, businessContext, () => Result.succeed({ ...nothing(undefined), events }))
    }),
  )

const dueOf = (after = 0, limit = 10, instant = now) =>
  NotificationStore.use((store) => store.due({ now: instant, week, after, limit }))

const readState = (of: Tenant) =>
  read(
    of,
    Questions.look(
      {
        progress: Questions.one("notification_progress"),
        alerts: Questions.having("budget_alerts", "budget_id", [of.uuid(1)]),
      },
      Questions.seen,
    ),
  )

/** Guarantees of a `NotificationStore`, and of a `Store` for its related records. */
export const notificationStoreSuites: Suites<NotificationStore | Store> = [
  {
    name: "NotificationStore.due",
    cases: [
      check("businesses without progress, ascending, in parts", () =>
        Effect.gen(function* () {
          yield* happened([0, 1])
          const both = [acme.client_id, other.client_id]
          deepEqual(yield* dueOf(), both)
          deepEqual(yield* dueOf(0, 1), both.slice(0, 1))
          deepEqual(yield* dueOf(acme.client_id), both.slice(1))
          deepEqual(yield* dueOf(other.client_id), [])
        }),
      ),

      check("then those with later events or due digests, at their time", () =>
        Effect.gen(function* () {
          yield* happened([2, 1])
          yield* plant(other, [created("notification_progress", progress(other, { sequence: 1 }))])
          let before: NotificationProgress | null = null
          const rows: ReadonlyArray<readonly [Partial<NotificationProgress>, boolean]> = [
            [{ sequence: 2 }, false],
            [{ sequence: 1 }, true],
            [{ sequence: 1, next_pass: now }, true],
            [{ sequence: 1, next_pass: "2026-11-21T12:00:00.001Z" }, false],
            [{ sequence: 2, digest_week: lastWeek }, true],
            [{ sequence: 2, digest_user: 5 }, true],
            [{ sequence: 2, digest_user: 0 }, true],
          ]
          for (const [fields, isDue] of rows) {
            const after: NotificationProgress = progress(acme, fields)
            const write =
              before === null
                ? created("notification_progress", after)
                : changed("notification_progress", before, after)
            yield* plant(acme, [write])
            deepEqual(yield* dueOf(), isDue ? [acme.client_id] : [])
            before = after
          }
        }),
      ),
    ],
  },

  {
    name: "NotificationStore.events",
    cases: [
      check("events of one business after a sequence, in order, up to a limit", () =>
        Effect.gen(function* () {
          yield* happened([3, 1])
          const store = yield* NotificationStore
          const found = (after: number, limit: number) =>
            Effect.map(store.events(acme.client_id, after, limit), (events) =>
              events.map(({ sequence, type, data }) => [sequence, type, data]),
            )
          const event = (n: number) => [n, "budget.updated", { id: acme.uuid(1), categories: [] }]
          deepEqual(yield* found(0, 10), [1, 2, 3].map(event))
          deepEqual(yield* found(1, 1), [event(2)])
          deepEqual(yield* found(3, 10), [])
        }),
      ),

      check("lastBefore: the last event before an instant, or 0", () =>
        Effect.gen(function* () {
          yield* happened([2, 0])
          const store = yield* NotificationStore
          const last = (of: Tenant, instant: string) => store.lastBefore(of.client_id, instant)
          deepEqual(yield* last(acme, now), 0)
          deepEqual(yield* last(acme, "2026-11-21T12:00:00.001Z"), 2)
          deepEqual(yield* last(other, "2027-01-01T00:00:00.000Z"), 0)
        }),
      ),
    ],
  },

  {
    name: "Store: notification_progress, budget_alerts",
    cases: [
      check("a row is returned unchanged until it is changed or removed", () =>
        Effect.gen(function* () {
          yield* plant(acme, [...ground(acme), created("budgets", acme.budget(1))])
          yield* plant(other, [...ground(other), created("budgets", other.budget(1))])
          const nothingYet = { progress: null, alerts: [] }
          deepEqual(yield* readState(acme), nothingYet)
          const first = { progress: progress(acme), alerts: [alert(acme)] }
          yield* plant(acme, [
            created("notification_progress", first.progress),
            ...first.alerts.map((row) => created("budget_alerts", row)),
          ])
          yield* plant(other, [created("budget_alerts", alert(other, { percent: 100 }))])
          deepEqual(yield* readState(acme), first)
          const later = { sequence: 9, digest_week: lastWeek, digest_user: 3, next_pass: at(5) }
          const after = progress(acme, { ...later, updated: at(6) })
          const raised = alert(acme, { period_number: 3, percent: 100, updated: at(6) })
          yield* plant(acme, [
            changed("notification_progress", first.progress, after),
            changed("budget_alerts", alert(acme), raised),
          ])
          deepEqual(yield* readState(acme), { progress: after, alerts: [raised] })
          yield* plant(acme, [removed("budget_alerts", raised)])
          deepEqual(yield* readState(acme), { progress: after, alerts: [] })
          deepEqual(yield* readState(other), {
            progress: null,
            alerts: [alert(other, { percent: 100 })],
          })
        }),
      ),
    ],
  },
]
