import {
  Businesses,
  CurrentActor,
  EventsAsRecorded,
  operator,
  Policies,
  StorageUnavailable,
  WebhookDeliveries,
  Webhooks,
} from "@outlay/domain"
import { SentWebhooks, WebhookStore } from "@outlay/domain/ports"
import { Effect, Fiber, Layer, Logger } from "effect"
import { TestClock } from "effect/testing"
import { expect, test } from "vitest"
import { MemoryStorage } from "../src/index.ts"

/** A storage that fails once to read the queue of one webhook. */
const refusing = (refused: { webhook_id: string | null }) =>
  Layer.effect(
    WebhookStore,
    Effect.map(WebhookStore, (store) =>
      WebhookStore.of({
        ...store,
        first: (key) =>
          Effect.suspend(() => {
            if (key.webhook_id !== refused.webhook_id) return store.first(key)
            refused.webhook_id = null
            return Effect.fail(new StorageUnavailable({ reason: "the connection is lost" }))
          }),
      }),
    ),
  )

const services = Layer.mergeAll(
  Businesses.layer,
  Policies.layer,
  Webhooks.layer,
  WebhookDeliveries.layer,
  Layer.succeed(CurrentActor, operator),
)

test("a webhook whose queue could not be read is retried while another one is busy", async () => {
  const refused: { webhook_id: string | null } = { webhook_id: null }
  const respond = () => Effect.as(Effect.sleep("1 second"), { status: 204, retry_after: null })
  const work = Effect.gen(function* () {
    const { client_id } = yield* Businesses.use((_) => _.create({ name: "Acme" }))
    const webhook = (name: string) => {
      const body = { url: `https://${name}.example.test/`, event_types: ["policy.*"] }
      return Webhooks.use((_) => _.create(client_id, body))
    }
    refused.webhook_id = (yield* webhook("first")).id
    yield* webhook("busy")
    for (let n = 0; n < 30; n++) yield* Policies.use((_) => _.create(client_id, { name: `${n}` }))
    const sending = yield* Effect.forkChild(WebhookDeliveries.use((_) => _.deliver()))
    yield* TestClock.adjust("10 seconds")
    const sent = yield* SentWebhooks.use((_) => _.all)
    yield* Fiber.interrupt(sending)
    return sent.map(({ url }) => new URL(url).hostname.split(".")[0])
  })
  const sent = await Effect.runPromise(
    work.pipe(
      Effect.provide(
        services.pipe(
          Layer.provideMerge(refusing(refused)),
          Layer.provideMerge(Layer.provide(MemoryStorage.layer, EventsAsRecorded)),
          Layer.provideMerge(SentWebhooks.layer({ respond })),
        ),
      ),
      Effect.provide([TestClock.layer(), Logger.layer([])]),
    ),
  )
  expect(sent.filter((name) => name === "busy").length).toBeGreaterThanOrEqual(10)
  expect(sent.filter((name) => name === "first").length).toBeGreaterThanOrEqual(5)
})
