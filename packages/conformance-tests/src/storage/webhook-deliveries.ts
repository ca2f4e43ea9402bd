import { equal, match, notEqual } from "node:assert/strict"
import { type StorageUnavailable, UnitOfWork } from "@outlay/domain"
import type { Event, EventType, Webhook, WebhookDelivery } from "@outlay/domain/fields"
import {
  businessContext,
  changed,
  created,
  nothing,
  removed,
  type Store,
  WebhookStore,
  type Write,
} from "@outlay/domain/ports"
import { Effect, Result } from "effect"
import { change } from "./access.ts"
import { deepEqual, matches } from "./assert.ts"
import { check, type Suites, Witness } from "./cases.ts"
import { acme, at, ground, now, other, plant, type Tenant } from "./given.ts"

export type Ports = WebhookStore | UnitOfWork

export const all = { offset: 0, limit: 500 }
export const keyOf = (of: Tenant, n: number) => ({
  client_id: of.client_id,
  webhook_id: of.uuid(n),
})

/** Makes a change with events of these types. */
const happens = (
  of: Tenant,
  types: ReadonlyArray<string>,
  writes: ReadonlyArray<Write> = [],
): Effect.Effect<void, StorageUnavailable, Store> => {
  const events = types.map((type) => ({
    type: type as EventType,
    resource: "budgets" as const,
    data: {},
    previous: null,
  }))
  return change(of, businessContext, () =>
    Result.succeed({ ...nothing(undefined), writes, events }),
  )
}

/** The deliveries in a queue, in the order of sending. */
export const deliveriesOf = (of: Tenant, n: number) =>
  Effect.map(
    WebhookStore.use((store) => store.deliveries(keyOf(of, n), all)),
    ({ results }) => results.toSorted((a, b) => a.sequence - b.sequence),
  )

/** The types of the events in a queue, in the order of sending. */
export const lineOf = (of: Tenant, n: number) =>
  Effect.map(deliveriesOf(of, n), (line) => line.map((_) => _.event_type))

export const webhooks = (
  of: Tenant,
  ...rows: ReadonlyArray<Partial<Webhook>>
): ReadonlyArray<Write> => rows.map((fields, n) => created("webhooks", of.webhook(n + 1, fields)))

export const base = (
  of: Tenant,
  ...rows: ReadonlyArray<Partial<Webhook>>
): ReadonlyArray<Write> => [...ground(of), ...webhooks(of, ...rows)]

export const line = (of: Tenant, ...rows: ReadonlyArray<Partial<WebhookDelivery>>) =>
  rows.map((fields, n) => created("webhook_deliveries", of.delivery(n + 1, fields)))

const lines: Suites<Ports> = [
  {
    name: "the queues of webhooks",
    cases: [
      check("get one PENDING delivery of each event, with the event's id, from any change", () =>
        Effect.gen(function* () {
          yield* plant(acme, base(acme, {}))
          yield* plant(other, base(other, {}))
          yield* happens(acme, ["budget.created"])
          const [event] = yield* Witness.use((_) => _.events(acme.client_id))
          const { id, ...delivery } = acme.delivery(1, {
            ...{ event_id: event?.id ?? "", next_attempt: now, created: now, updated: now },
          })
          const remaining = yield* deliveriesOf(acme, 1)
          deepEqual(remaining, [{ ...delivery, id: remaining[0]?.id }])
          match(remaining[0]?.id ?? "", /^[0-9a-f-]{36}$/u)
          notEqual(remaining[0]?.id, event?.id)
          deepEqual(yield* deliveriesOf(other, 1), [])
        }),
      ),

      check("get the events that the webhook wants, while it is enabled", () =>
        Effect.gen(function* () {
          const rows = [
            { event_types: ["budget.*", "topup.created"] },
            { event_types: ["topup.*"] },
            { event_types: ["*"], enabled: false },
            { event_types: ["policy.created"] },
          ]
          yield* plant(acme, base(acme, ...rows))
          yield* happens(acme, ["budget.created", "topup.created"])
          yield* happens(acme, ["topup.approved", "budget_member.created"])
          deepEqual(yield* Effect.forEach([1, 2, 3, 4], (n) => lineOf(acme, n)), [
            ["budget.created", "topup.created"],
            ["topup.created", "topup.approved"],
            [],
            [],
          ])
        }),
      ),

      check("depend on the webhooks after the change: new, changed or removed by it", () =>
        Effect.gen(function* () {
          const [first, second, third] = [1, 2, 3].map((n) => acme.webhook(n))
          if (first === undefined || second === undefined || third === undefined) return
          yield* plant(acme, [
            ...ground(acme),
            ...[first, second].map((_) => created("webhooks", _)),
          ])
          yield* happens(
            acme,
            ["a.a"],
            [
              created("webhooks", third),
              changed("webhooks", first, { ...first, enabled: false }),
              removed("webhooks", second),
            ],
          )
          deepEqual(yield* Effect.forEach([1, 2, 3], (n) => lineOf(acme, n)), [[], [], ["a.a"]])
        }),
      ),

      check("get nothing from a refusal, an undone change or a dry run", () =>
        Effect.gen(function* () {
          const { atomically, dryRun } = yield* UnitOfWork
          yield* plant(acme, base(acme, {}))
          yield* happens(acme, ["a.a"])
          yield* dryRun(happens(acme, ["a.b"]))
          yield* Effect.flip(atomically(Effect.andThen(happens(acme, ["a.c"]), Effect.fail("no"))))
          yield* happens(acme, ["a.d"])
          deepEqual(yield* lineOf(acme, 1), ["a.a", "a.d"])
        }),
      ),

      check("are in the order in which 200 concurrent changes are committed", () =>
        Effect.gen(function* () {
          yield* plant(acme, base(acme, {}, {}))
          const changes = Array.from({ length: 200 }, (_, n) =>
            happens(acme, [`a.b${n}`, `a.c${n}`]),
          )
          yield* Effect.all(changes, { concurrency: "unbounded" })
          const events = yield* Witness.use((_) => _.events(acme.client_id))
          const expected = events.map(({ id }) => id)
          equal(expected.length, 400)
          for (const n of [1, 2]) {
            const line = yield* deliveriesOf(acme, n)
            deepEqual(
              line.map((_) => _.event_id),
              expected,
            )
            deepEqual(
              line.map((_) => _.sequence),
              expected.map((_, n) => n + 1),
            )
          }
        }),
      ),

      check("are listed in parts, by created, ties by id", () =>
        Effect.gen(function* () {
          const times = [at(2), at(1), at(2)].map((created) => ({ created }))
          yield* plant(acme, [...base(acme, {}, {}), ...line(acme, ...times)])
          yield* plant(acme, [
            created("webhook_deliveries", acme.delivery(9, { webhook_id: acme.uuid(2) })),
          ])
          const store = yield* WebhookStore
          const page = (offset: number) => store.deliveries(keyOf(acme, 1), { offset, limit: 2 })
          const rows = [2, 1, 3].map((n) => acme.delivery(n, times[n - 1]))
          deepEqual(yield* page(0), { count: 3, results: rows.slice(0, 2) })
          deepEqual(yield* page(2), { count: 3, results: rows.slice(2) })
          deepEqual(yield* page(4), { count: 3, results: [] })
        }),
      ),
    ],
  },
]

const sending: Suites<Ports> = [
  {
    name: "due deliveries",
    cases: [
      check("queues whose first PENDING delivery is due, of enabled webhooks, by id", () =>
        Effect.gen(function* () {
          const store = yield* WebhookStore
          const of = (n: number) => ({ webhook_id: acme.uuid(n) })
          yield* plant(acme, [
            ...base(acme, {}, {}, { enabled: false }, {}, {}),
            ...line(
              acme,
              { status: "FAILED", next_attempt: null },
              { next_attempt: at(10) },
              { next_attempt: at(99) },
              { ...of(2), next_attempt: at(99) },
              { ...of(2), next_attempt: at(1) },
              { ...of(3), next_attempt: at(1) },
              { ...of(4), status: "DELIVERED", next_attempt: null },
              { ...of(5), next_attempt: at(5) },
            ),
          ])
          const rows = line(other, { next_attempt: at(1) })
          yield* plant(other, [...base(other, {}), ...rows])
          const due = (now: string, after = "", limit = 50) => store.due(now, { after, limit })
          const expected = [keyOf(acme, 1), keyOf(acme, 5), keyOf(other, 1)]
          deepEqual(yield* due(at(0)), [])
          deepEqual(yield* due(at(9)), expected.slice(1))
          deepEqual(yield* due(at(10)), expected)
          deepEqual(yield* due(at(10), "", 2), expected.slice(0, 2))
          deepEqual(yield* due(at(10), acme.uuid(5), 2), expected.slice(2))
          deepEqual(yield* due(at(99)), [keyOf(acme, 1), keyOf(acme, 2), ...expected.slice(1)])
        }),
      ),

      check("the first of a queue comes with its webhook and its event", () =>
        Effect.gen(function* () {
          const store = yield* WebhookStore
          yield* plant(acme, base(acme, {}))
          equal(yield* store.first(keyOf(acme, 1)), null)
          yield* happens(acme, ["a.a", "a.b"])
          const [event] = yield* Witness.use((_) => _.events(acme.client_id))
          const head = yield* store.first(keyOf(acme, 1))
          deepEqual(head, {
            webhook: acme.webhook(1),
            delivery: (yield* deliveriesOf(acme, 1))[0],
            event: event as Event,
          })
          matches(event, { type: "a.a", sequence: 1, data: {}, created: now })
          const foreign = { ...keyOf(acme, 1), client_id: other.client_id }
          equal(yield* store.first(foreign), null)
          equal(yield* store.first(keyOf(acme, 2)), null)
        }),
      ),

      check("the first of a queue is the first pending one, regardless of its time", () =>
        Effect.gen(function* () {
          const store = yield* WebhookStore
          yield* plant(acme, base(acme, {}))
          yield* happens(acme, ["a.a", "a.b", "a.c"])
          const [first, second] = yield* deliveriesOf(acme, 1)
          if (first === undefined || second === undefined) return
          const later = { ...second, next_attempt: at(1e9), attempts: 1 }
          yield* plant(acme, [
            changed("webhook_deliveries", first, { ...first, status: "DELIVERED" }),
            changed("webhook_deliveries", second, later),
          ])
          matches(yield* store.first(keyOf(acme, 1)), { delivery: later })
        }),
      ),

      check("waiting, oldestWaiting: the backlog of all businesses", () =>
        Effect.gen(function* () {
          const store = yield* WebhookStore
          const backlog = Effect.all([store.waiting, store.oldestWaiting])
          deepEqual(yield* backlog, [0, null])
          yield* plant(acme, [
            ...base(acme, {}, { enabled: false }, {}),
            ...line(
              acme,
              { created: at(1), status: "DELIVERED", next_attempt: null },
              { created: at(4), next_attempt: at(99) },
              { created: at(5) },
              { created: at(2), webhook_id: acme.uuid(2) },
              { created: at(1), webhook_id: acme.uuid(3), status: "FAILED", next_attempt: null },
            ),
          ])
          // Deliveries of a disabled webhook are pending as well, but not overdue.
          deepEqual(yield* backlog, [3, at(4)])
          yield* plant(other, [...base(other, {}), ...line(other, { created: at(3) })])
          deepEqual(yield* backlog, [4, at(3)])
        }),
      ),

      check("failWaiting: the pending deliveries of one webhook, and nothing else", () =>
        Effect.gen(function* () {
          const store = yield* WebhookStore
          const rows = line(acme, {}, { status: "DELIVERED" }, {}, { webhook_id: acme.uuid(2) })
          yield* plant(acme, [...base(acme, {}, {}), ...rows])
          yield* plant(other, base(other, {}))
          const why = { error: "gone", now: at(20), limit: 100 }
          const foreign = { ...keyOf(acme, 1), client_id: other.client_id }
          equal(yield* store.failWaiting(foreign, why), 0)
          equal(yield* store.failWaiting(keyOf(acme, 1), why), 2)
          const failed = {
            ...{ status: "FAILED" as const, next_attempt: null },
            ...{ error: "gone", updated: at(20) },
          }
          deepEqual(yield* deliveriesOf(acme, 1), [
            acme.delivery(1, failed),
            acme.delivery(2, { status: "DELIVERED" }),
            acme.delivery(3, failed),
          ])
          matches(yield* deliveriesOf(acme, 2), [{ status: "PENDING" }])
          equal(yield* store.heldOf(keyOf(acme, 1)), null)
        }),
      ),

      check("failWaiting: the first pending ones up to an instant; the rest is held", () =>
        Effect.gen(function* () {
          const store = yield* WebhookStore
          const rows = line(acme, {}, {}, { updated: at(21) }, {}, {}, { webhook_id: acme.uuid(2) })
          yield* plant(acme, [...base(acme, { enabled: false }, {}), ...rows])
          yield* plant(other, base(other, {}))
          const key = keyOf(acme, 1)
          const fail = store.failWaiting(key, { error: "gone", now: at(20), limit: 2 })
          const left = Effect.map(deliveriesOf(acme, 1), (_) =>
            _.map(({ status, next_attempt }) => (next_attempt === null ? status : "waits")),
          )
          const heldWebhook = { ...key, since: at(20), isRemoved: false }
          equal(yield* fail, 2)
          deepEqual(yield* left, ["FAILED", "FAILED", "waits", "waits", "PENDING"])
          deepEqual([yield* store.held(9), yield* store.heldOf(key)], [[heldWebhook], heldWebhook])
          deepEqual([yield* store.held(0), yield* store.heldOf(keyOf(acme, 2))], [[], null])
          deepEqual(yield* store.due(at(99), { after: "", limit: 9 }), [keyOf(acme, 2)])
          equal(yield* fail, 2)
          deepEqual(yield* left, ["FAILED", "FAILED", "waits", "FAILED", "FAILED"])
          deepEqual([yield* store.held(9), yield* fail], [[], 0])
        }),
      ),

      check("removeDeliveries: the first ones of one webhook; the rest is held", () =>
        Effect.gen(function* () {
          const store = yield* WebhookStore
          const sent = { status: "DELIVERED" as const, next_attempt: null }
          const rows = line(acme, sent, sent, {}, sent, { webhook_id: acme.uuid(2) })
          yield* plant(acme, [...base(acme, {}, {}), ...rows])
          const key = keyOf(acme, 1)
          yield* plant(acme, [removed("webhooks", acme.webhook(1))])
          equal(yield* store.removeDeliveries({ ...key, client_id: other.client_id }, 2), 0)
          equal(yield* store.removeDeliveries(key, 2), 2)
          const isHeld = { ...key, isRemoved: true }
          matches([yield* store.held(9), yield* store.heldOf(key)], [[isHeld], isHeld])
          deepEqual(yield* store.due(at(99), { after: "", limit: 9 }), [keyOf(acme, 2)])
          equal(yield* store.first(key), null)
          equal(yield* store.removeDeliveries(key, 2), 2)
          deepEqual([yield* store.held(9), yield* store.removeDeliveries(key, 2)], [[], 0])
          equal((yield* deliveriesOf(acme, 2)).length, 1)
        }),
      ),

      check(
        "prune: deliveries settled before an instant, oldest first, and no pending deliveries",
        () =>
          Effect.gen(function* () {
            const store = yield* WebhookStore
            const settled = (n: number) => ({ status: "DELIVERED" as const, updated: at(n) })
            const rows = line(
              acme,
              settled(3),
              settled(1),
              { updated: at(0) },
              settled(2),
              settled(4),
            )
            yield* plant(acme, [...base(acme, {}), ...rows])
            yield* plant(other, [
              ...base(other, {}),
              ...line(other, { ...settled(1), status: "FAILED" }),
            ])
            const left = Effect.map(deliveriesOf(acme, 1), (_) => _.map(({ sequence }) => sequence))
            equal(yield* store.prune(at(4), 2), 2)
            deepEqual([yield* left, yield* deliveriesOf(other, 1)], [[1, 3, 4, 5], []])
            equal(yield* store.prune(at(4), 100), 2)
            deepEqual(yield* left, [3, 5])
            equal(yield* store.prune(at(4), 100), 0)
          }),
      ),
    ],
  },
]

/** Guarantees of a `WebhookStore` for deliveries, and of every other store for it. */
export const webhookDeliverySuites: Suites<Ports> = [...lines, ...sending]
