import { WebhookDeliveries } from "@outlay/domain"
import type { Gauge } from "@outlay/http-server"
import { Effect } from "effect"
import { Engine } from "../engine.ts"
import { version } from "../version.ts"

/** Metrics of the storage since it was opened, and of webhooks. */
export const gauges = Effect.gen(function* () {
  const { statistics } = yield* Engine
  const { waiting, oldestAge, attempts } = yield* WebhookDeliveries
  const ask = Effect.runSyncWith(yield* Effect.context<never>())
  /** Returns NaN for a metric that storage cannot provide, so that others are reported. */
  const orUnknown = Effect.orElseSucceed(() => Number.NaN)
  const fork = Effect.runForkWith(yield* Effect.context<never>())
  /** Returns the last value and starts a new query: a slow one is in the next scrape. */
  const last = (figure: Effect.Effect<number>) => {
    let found = Number.NaN
    const look = Effect.map(figure, (value) => {
      found = value
    })
    return () => {
      fork(look)
      return found
    }
  }
  const all: ReadonlyArray<Gauge> = [
    {
      name: "outlay_build_info",
      help: "Always 1; the label has the version.",
      value: () => ({ version: { [version]: 1 } }),
    },
    {
      name: "process_cpu_seconds_total",
      help: "CPU time of the process, in user and system mode.",
      value: () => {
        const { user, system } = process.cpuUsage()
        return (user + system) / 1e6
      },
    },
    {
      name: "process_start_time_seconds",
      help: "Start of the process in seconds since 1970.",
      value: () => performance.timeOrigin / 1_000,
    },
    {
      name: "outlay_storage_commits_total",
      help: "Commits, each with its fsync.",
      value: () => ask(statistics).commits,
    },
    {
      name: "outlay_storage_units_committed_total",
      help: "Committed units of work; divided by commits, the average group size.",
      value: () => ask(statistics).committed,
    },
    {
      name: "outlay_storage_units_undone_total",
      help: "Units of work that failed, were refused or were dry runs.",
      value: () => ask(statistics).undone,
    },
    {
      name: "outlay_webhook_deliveries_waiting",
      help: "Pending deliveries, including those of disabled webhooks.",
      value: last(orUnknown(waiting)),
    },
    {
      name: "outlay_webhook_oldest_waiting_seconds",
      help: "Age of the oldest pending delivery of an enabled webhook.",
      value: last(orUnknown(oldestAge)),
    },
    {
      name: "outlay_webhook_attempts_total",
      help: "Delivery attempts by outcome.",
      value: () => ({ outcome: { ...ask(attempts) } }),
    },
  ]
  return all
})
