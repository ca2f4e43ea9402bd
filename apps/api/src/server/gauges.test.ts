import { StorageUnavailable, WebhookDeliveries, WebhookSender } from "@outlay/domain"
import { WebhookStore } from "@outlay/domain/ports"
import { Effect, Layer } from "effect"
import { expect, test } from "vitest"
import { storageLayer } from "../layers.ts"
import { gauges } from "./gauges.ts"

test("what storage cannot be asked is unknown, and the other figures are told", async () => {
  const unavailable = Effect.fail(new StorageUnavailable({ reason: "it has stopped" }))
  const stopped = Layer.effect(
    WebhookStore,
    WebhookStore.use((store) =>
      Effect.succeed({ ...store, waiting: unavailable, oldestWaiting: unavailable }),
    ),
  )
  const storage = storageLayer({ file: ":memory:" })
  const figures = await Effect.runPromise(
    gauges.pipe(
      Effect.map((all) => all.map(({ name, value }) => [name, value()])),
      Effect.provide(
        WebhookDeliveries.layer.pipe(
          Layer.provide([stopped, WebhookSender.none]),
          Layer.provideMerge(storage),
        ),
      ),
    ),
  )
  expect(figures).toEqual([
    ["outlay_storage_commits_total", 0],
    ["outlay_storage_units_kept_total", 0],
    ["outlay_storage_units_undone_total", 0],
    ["outlay_webhook_deliveries_waiting", Number.NaN],
    ["outlay_webhook_oldest_waiting_seconds", Number.NaN],
    ["outlay_webhook_attempts_total", { outcome: { delivered: 0, postponed: 0, given_up: 0 } }],
  ])
})
