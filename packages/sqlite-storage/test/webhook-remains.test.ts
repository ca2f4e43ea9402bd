import {
  Businesses,
  Events,
  Policies,
  UnitOfWork,
  type WebhookAnswer,
  WebhookDeliveries,
  Webhooks,
} from "@outlay/domain"
import type { WebhookKey } from "@outlay/domain/fields"
import { DeliveriesPerUnit, DryRun, SentWebhooks, WebhookStore } from "@outlay/domain/ports"
import { receiverGone } from "@outlay/domain/rules"
import { Effect, Layer, Logger } from "effect"
import { TestClock } from "effect/testing"
import { expect, test } from "vitest"
import { SqliteStorage } from "../src/index.ts"
import { asSystem } from "./given.ts"

/** Response of the receiver. */
const will = { status: 204 }
const respond = () => Effect.sync((): WebhookAnswer => ({ status: will.status, retry_after: null }))

const services = Layer.mergeAll(
  Businesses.layer,
  Events.layer,
  Policies.layer,
  Webhooks.layer,
  WebhookDeliveries.layer,
).pipe(
  Layer.provideMerge(SqliteStorage.layer({ file: ":memory:" })),
  Layer.provideMerge(SentWebhooks.layer({ respond })),
  Layer.provideMerge(asSystem),
  Layer.provideMerge(TestClock.layer()),
  Layer.provideMerge(Logger.layer([])),
)

const all = { offset: 0, limit: 100 }

/** A webhook with this many pending deliveries. */
const given = Effect.fnUntraced(function* (count: number) {
  const { client_id } = yield* Businesses.use((_) => _.create({ name: "Acme" }))
  const { id } = yield* Webhooks.use((_) =>
    _.create(client_id, { url: "https://books.example.test/", event_types: ["policy.*"] }),
  )
  for (let n = 0; n < count; n++) {
    yield* Policies.use((_) => _.create(client_id, { name: `Large ${n}` }))
  }
  yield* TestClock.adjust("1 second")
  return { client_id, webhook_id: id }
})

const commits = SqliteStorage.use((_) => Effect.map(_.statistics, ({ commits }) => commits))
const waiting = WebhookStore.use((_) => _.waiting)
const held = WebhookStore.use((_) => _.held(9))
const deliver = WebhookDeliveries.use((_) => _.deliver())
const prune = WebhookDeliveries.use((_) => _.prune())
const sent = Effect.map(
  SentWebhooks.use((_) => _.all),
  ({ length }) => length,
)
const remove = (key: WebhookKey) => Webhooks.use((_) => _.remove(key))
const update = (key: WebhookKey, patch: { readonly enabled?: boolean }) =>
  Webhooks.use((_) => _.update(key, patch))
const deliveries = (key: WebhookKey) =>
  Effect.map(
    Webhooks.use((_) => _.deliveries(key, all)),
    ({ results }) => results.toSorted((a, b) => a.sequence - b.sequence),
  )

/** Disables the webhook and fails its first pending deliveries, as a killed process would. */
const brokenOff = Effect.fnUntraced(function* (key: WebhookKey) {
  yield* update(key, { enabled: false })
  const now = new Date(yield* Effect.clockWith((_) => _.currentTimeMillis)).toISOString()
  yield* WebhookStore.use((_) => _.failWaiting(key, { error: receiverGone, now, limit: 3 }))
  yield* TestClock.adjust("1 second")
})

const run = <A, E>(work: Effect.Effect<A, E, Layer.Success<typeof services>>) => {
  will.status = 204
  return Effect.runPromise(
    Effect.provide(work, services).pipe(
      Effect.provideService(DeliveriesPerUnit, 3),
    ) as Effect.Effect<A, E>,
  )
}

test("a webhook is deleted at once; its deliveries are removed in units, and not sent", () =>
  run(
    Effect.gen(function* () {
      const key = yield* given(10)
      const [last] = (yield* deliveries(key)).slice(-1)
      yield* remove(key)
      expect(yield* Effect.flip(Webhooks.use((_) => _.get(key)))).toMatchObject({
        _tag: "NotFound",
      })
      expect(yield* held).toMatchObject([{ ...key, isRemoved: true }])
      expect([yield* waiting, yield* deliver, yield* sent]).toEqual([7, 0, 0])
      const delivery = { ...key, delivery_id: last?.id ?? "" }
      const again = Webhooks.use((_) => _.redeliver(delivery))
      expect(yield* Effect.flip(again)).toMatchObject({ _tag: "NotFound" })
      const before = yield* commits
      yield* prune
      // Three, three and one delivery, and the pruning of those that were settled long ago.
      expect((yield* commits) - before).toBe(4)
      expect([yield* waiting, yield* held]).toEqual([0, []])
    }),
  ))

test("a deletion that is a dry run, or is refused, removes none", () =>
  run(
    Effect.gen(function* () {
      const key = yield* given(10)
      yield* UnitOfWork.use((_) => _.dryRun(Effect.provideService(remove(key), DryRun, true)))
      yield* Effect.flip(remove({ ...key, webhook_id: "none" }))
      expect(yield* deliveries(key)).toHaveLength(10)
      expect([yield* held, yield* deliver]).toEqual([[], 10])
    }),
  ))

test("pending deliveries fail in units if the receiver is gone", () =>
  run(
    Effect.gen(function* () {
      const key = yield* given(10)
      will.status = 410
      const before = yield* commits
      expect(yield* deliver).toBe(1)
      expect((yield* commits) - before).toBe(4)
      const [first, ...rest] = yield* deliveries(key)
      expect(first).toMatchObject({ status: "FAILED", response_status: 410, error: null })
      const failed = { status: "FAILED", error: receiverGone, updated: first?.updated }
      expect(rest).toMatchObject(Array.from({ length: 9 }, () => failed))
      expect(yield* held).toEqual([])
    }),
  ))

test("interrupted work continues later, but not with what was sent again since", () =>
  run(
    Effect.gen(function* () {
      const key = yield* given(10)
      yield* brokenOff(key)
      const [first, second] = yield* deliveries(key)
      for (const delivery of [first, second]) {
        yield* Webhooks.use((_) => _.redeliver({ ...key, delivery_id: delivery?.id ?? "" }))
      }
      yield* prune
      const left = (yield* deliveries(key)).map(({ status }) => status)
      expect(left).toEqual(["PENDING", "PENDING", ...Array.from({ length: 8 }, () => "FAILED")])
      yield* update(key, { enabled: true })
      expect([yield* deliver, yield* sent]).toEqual([2, 2])
    }),
  ))

test("a webhook is enabled once its pending deliveries have failed; a dry run fails none", () =>
  run(
    Effect.gen(function* () {
      const key = yield* given(10)
      yield* brokenOff(key)
      const rehearsed = Effect.provideService(update(key, { enabled: true }), DryRun, true)
      yield* UnitOfWork.use((_) => _.dryRun(rehearsed))
      expect(yield* waiting).toBe(7)
      yield* update(key, { enabled: true })
      yield* Policies.use((_) => _.create(key.client_id, { name: "later" }))
      expect([yield* deliver, yield* sent, yield* held]).toEqual([1, 1, []])
      const left = (yield* deliveries(key)).map(({ status }) => status)
      expect(left).toEqual([...Array.from({ length: 10 }, () => "FAILED"), "DELIVERED"])
    }),
  ))
