import {
  Businesses,
  CurrentActor,
  operator,
  Policies,
  UnitOfWork,
  WebhookDeliveries,
  Webhooks,
} from "@outlay/domain"
import { SentWebhooks, WebhookStore } from "@outlay/domain/ports"
import { Clock, Effect, Layer, Logger } from "effect"
import { TestClock } from "effect/testing"
import { describe, expect, test } from "vitest"
import { type Everything, servicesLayer, storageLayer } from "../../src/layers.ts"
import { Arrivals } from "../../src/webhooks/arrivals.ts"

/** Runs on a new storage with a business that has a webhook, after everything was sent. */
const run = <A, E>(work: (key: Key) => Effect.Effect<A, E, Everything | Arrivals>) =>
  Effect.runPromise(
    Effect.gen(function* () {
      const { client_id } = yield* Businesses.use((_) => _.create({ name: "A", currency: "AUD" }))
      const newWebhook = { url: "https://example.test/", event_types: ["policy.created"] }
      const { id } = yield* Webhooks.use((_) => _.create(client_id, newWebhook))
      yield* arrivedBefore
      return yield* work({ client_id, webhook_id: id })
    }).pipe(
      Effect.provideService(CurrentActor, operator),
      Effect.provide(
        servicesLayer({ file: ":memory:" }, { webhooks: SentWebhooks.layer() }).pipe(
          Layer.provideMerge(Logger.layer([])),
        ),
      ),
    ),
  )

interface Key {
  readonly client_id: number
  readonly webhook_id: string
}

/** Returns whether something arrives within the time. */
const arrivedWithin = (millis: number) =>
  Arrivals.use(({ next }) =>
    Effect.raceFirst(Effect.as(next, true), Effect.as(Effect.sleep(millis), false)),
  )
/** Long timeout for an expected arrival, for slow machines. */
const arrived = arrivedWithin(60_000)
/** An arrival that was committed before is available at once, so this timeout is short. */
const arrivedBefore = arrivedWithin(50)
const policy = ({ client_id }: Key) => Policies.use((_) => _.create(client_id, { name: "Large" }))
const deliver = WebhookDeliveries.use((_) => _.deliver())
const sending = Effect.flatMap(Arrivals, (_) => _.sending(deliver))
const page = { offset: 0, limit: 10 }

describe("the sender", () => {
  test("is notified of a committed event for a webhook", async () => {
    const seen = await run((key) =>
      Effect.gen(function* () {
        yield* Effect.forkChild(policy(key))
        return [yield* arrived, yield* sending]
      }),
    )
    expect(seen).toEqual([true, 1])
  })

  test("is notified once of many events", async () => {
    const seen = await run((key) =>
      Effect.gen(function* () {
        for (let n = 0; n < 10; n++) yield* policy(key)
        return [yield* arrived, yield* arrivedBefore, yield* sending]
      }),
    )
    expect(seen).toEqual([true, false, 10])
  })

  test("is notified of a delivery that is to be sent again", async () => {
    const seen = await run((key) =>
      Effect.gen(function* () {
        yield* policy(key)
        yield* Effect.andThen(arrived, sending)
        const { results } = yield* Webhooks.use((_) => _.deliveries(key, page))
        const delivery_id = results[0]?.id ?? ""
        const before = yield* arrivedBefore
        yield* Webhooks.use((_) => _.redeliver({ ...key, delivery_id }))
        return [before, yield* arrived, yield* sending]
      }),
    )
    expect(seen).toEqual([false, true, 1])
  })

  test("is notified if a webhook with pending deliveries is enabled", async () => {
    const seen = await run((key) =>
      Effect.gen(function* () {
        const set = (enabled: boolean) => Webhooks.use((_) => _.update(key, { enabled }))
        yield* policy(key)
        yield* set(false)
        const before = [yield* arrived, yield* sending]
        yield* set(true)
        return [...before, yield* arrived, yield* sending]
      }),
    )
    expect(seen).toEqual([true, 0, true, 1])
  })

  test("is not notified of an event that no webhook wants", async () => {
    const seen = await run((key) =>
      Effect.gen(function* () {
        const { id: policy_id } = yield* policy(key)
        yield* Effect.andThen(arrived, sending)
        yield* Policies.use((_) => _.remove({ client_id: key.client_id, policy_id }))
        return yield* arrivedBefore
      }),
    )
    expect(seen).toBe(false)
  })

  test("is not notified of its own writes", async () => {
    const seen = await run((key) =>
      Effect.gen(function* () {
        yield* policy(key)
        return [yield* arrived, yield* sending, yield* arrivedBefore]
      }),
    )
    expect(seen).toEqual([true, 1, false])
  })

  test("is notified of a dry run, but finds nothing to send", async () => {
    const seen = await run((key) =>
      Effect.gen(function* () {
        yield* UnitOfWork.use((_) => _.dryRun(policy(key)))
        return [yield* arrived, yield* sending]
      }),
    )
    expect(seen).toEqual([true, 0])
  })
})

test("polling takes at most a tenth of the time, and pauses at most a second", async () => {
  const looks: Array<number> = []
  let millis = 50
  const slow = WebhookStore.use((store) =>
    Effect.succeed({
      ...store,
      due: (...parameters: Parameters<typeof store.due>) =>
        Effect.gen(function* () {
          looks.push(yield* Clock.currentTimeMillis)
          yield* Effect.sleep(millis)
          return yield* store.due(...parameters)
        }),
    }),
  )
  const deliveries = WebhookDeliveries.layer.pipe(
    Layer.provide([Layer.effect(WebhookStore, slow), SentWebhooks.layer()]),
    Layer.provide(storageLayer({ file: ":memory:" })),
  )
  await Effect.runPromise(
    Effect.gen(function* () {
      yield* Effect.forkChild(Effect.forever(deliver))
      yield* TestClock.adjust(1_200)
      millis = 5_000
      yield* TestClock.adjust(13_000)
    }).pipe(Effect.provide(deliveries), Effect.provide(TestClock.layer())),
  )
  expect(looks).toEqual([0, 500, 1_000, 1_500, 7_500, 13_500])
})
