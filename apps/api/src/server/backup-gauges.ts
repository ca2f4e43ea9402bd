import type { Gauge } from "@outlay/http-server"
import type { Settings } from "../config.ts"
import { isServer } from "../database-url.ts"
import { readStatus, type Status } from "../status.ts"

/** Number of failed backups that this process started. */
export const failures = { count: 0 }

/** Maximum age of the cached status in milliseconds: one scrape of `/metrics` reads all metrics. */
const maxAgeMs = 1_000

const secondsOf = (at: string | undefined): number =>
  at === undefined ? 0 : Date.parse(at) / 1_000

const flagOf = (outcome: { readonly succeeded: boolean } | null | undefined): number =>
  outcome === null || outcome === undefined ? Number.NaN : Number(outcome.succeeded)

/** Metrics of backups and of `verify`, from the status next to the database file. */
export const backupGauges = ({ database, backup }: Settings): ReadonlyArray<Gauge> => {
  if (isServer(database)) return []
  let status: Status | null = null
  let read = Number.NEGATIVE_INFINITY
  const known = () => {
    if (performance.now() - read > maxAgeMs) {
      status = readStatus(database)
      read = performance.now()
    }
    return status
  }
  return [
    {
      name: "outlay_backup_interval_seconds",
      help: "How often the service makes a backup; 0 if it makes none.",
      value: () => (backup?.every ?? 0) / 1_000,
    },
    {
      name: "outlay_backup_failures_total",
      help: "Scheduled backups that failed since the process started.",
      value: () => failures.count,
    },
    {
      name: "outlay_backup_last_attempt_timestamp_seconds",
      help: "Start of the last backup in seconds since 1970; 0 if there was none.",
      value: () => secondsOf(known()?.backup?.at),
    },
    {
      name: "outlay_backup_last_succeeded",
      help: "Whether the last backup succeeded: 1 or 0; NaN if there was none.",
      value: () => flagOf(known()?.backup),
    },
    {
      name: "outlay_backup_last_success_timestamp_seconds",
      help: "Start of the last successful backup in seconds since 1970; 0 if there was none.",
      value: () => secondsOf(known()?.last_success?.at),
    },
    {
      name: "outlay_backup_last_size_bytes",
      help: "Size of the database in the last successful backup; 0 if there was none.",
      value: () => known()?.last_success?.size ?? 0,
    },
    {
      name: "outlay_verify_last_timestamp_seconds",
      help: "Time of the last verify in seconds since 1970; 0 if there was none.",
      value: () => secondsOf(known()?.verify?.at),
    },
    {
      name: "outlay_verify_last_succeeded",
      help: "Whether the last verify found nothing: 1 or 0; NaN if there was none.",
      value: () => flagOf(known()?.verify),
    },
  ]
}
