import { StorageUnavailable, WebhookDeliveries, WebhookSender } from "@outlay/domain"
import { WebhookStore } from "@outlay/domain/ports"
import { Effect, Layer } from "effect"
import { expect, test } from "vitest"
import { storageLayer } from "../layers.ts"
import { version } from "../version.ts"
import { gauges } from "./gauges.ts"

test("metrics that storage cannot provide are NaN, and the others are still reported", async () => {
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
  const [build, cpu, start, ...stored] = figures
  expect(build).toEqual(["outlay_build_info", { version: { [version]: 1 } }])
  expect([cpu?.[0], start?.[0]]).toEqual([
    "process_cpu_seconds_total",
    "process_start_time_seconds",
  ])
  expect(Number(cpu?.[1])).toBeGreaterThan(0)
  expect(Math.abs(Number(start?.[1]) + process.uptime() - Date.now() / 1_000)).toBeLessThan(60)
  expect(stored).toEqual([
    ["outlay_storage_commits_total", 0],
    ["outlay_storage_units_committed_total", 0],
    ["outlay_storage_units_undone_total", 0],
    ["outlay_webhook_deliveries_waiting", Number.NaN],
    ["outlay_webhook_oldest_waiting_seconds", Number.NaN],
    ["outlay_webhook_attempts_total", { outcome: { delivered: 0, postponed: 0, given_up: 0 } }],
  ])
})
