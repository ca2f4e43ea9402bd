import { type ChildProcess, spawn } from "node:child_process"
import { constants } from "node:os"
import { isSea } from "node:sea"
import { Effect, Redacted } from "effect"
import { type BackupSettings, environment, type Settings } from "../config.ts"
import { lowerPriority } from "../priority.ts"
import { changeStatus, readStatus } from "../status.ts"
import { failures } from "./backup-gauges.ts"

/** Delay before a failed backup is retried, unless one is due earlier, in milliseconds. */
const retryInterval = 900_000

/** Maximum sleep in milliseconds, because the machine's clock may be changed while sleeping. */
const longestSleep = 60_000

/** Time that a stopped command has to clean up, in milliseconds. */
const stopTimeoutMs = 5_000

/** Returns the milliseconds until a backup is due; 0 if there is none yet or it is overdue. */
export const dueIn = (
  now: number,
  every: number,
  last: { readonly at: string; readonly succeeded: boolean } | null,
): number => {
  if (last === null) return 0
  const at = Date.parse(last.at)
  // A time in the future means that the clock was set back.
  if (at > now) return 0
  return Math.max(0, at + (last.succeeded ? every : Math.min(every, retryInterval)) - now)
}

interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** Maximum number of characters of a command's standard error to log; the end is logged. */
const longestReport = 2_000

const watch = (child: ChildProcess, done: (ended: Ended) => void): void => {
  const text = { out: "", err: "" }
  child.stdout?.on("data", (chunk) => {
    text.out += String(chunk)
  })
  child.stderr?.on("data", (chunk) => {
    text.err = (text.err + String(chunk)).slice(-longestReport)
  })
  child.once("error", ({ message }) => done({ code: null, ...text, err: message }))
  child.once("close", (code) => done({ code, ...text }))
}

/** Starts the same program in a separate process, with its own event loop and memory. */
const start = (variables: Redacted.Redacted<Record<string, string | undefined>>): ChildProcess => {
  const program = isSea() ? [] : [...process.execArgv, process.argv[1] ?? ""]
  const child = spawn(process.execPath, [...program, "backup", "--json"], {
    env: { ...environment(), ...Redacted.value(variables) },
    stdio: ["ignore", "pipe", "pipe"],
  })
  lowerPriority(child, constants.priority.PRIORITY_LOW)
  return child
}

const run = (variables: Redacted.Redacted<Record<string, string | undefined>>) =>
  Effect.callback<Ended>((resume) => {
    const child = start(variables)
    watch(child, (ended) => resume(Effect.succeed(ended)))
    return Effect.callback<void>((stopped) => {
      if (child.exitCode !== null || child.signalCode !== null) return stopped(Effect.void)
      const timer = setTimeout(() => child.kill("SIGKILL"), stopTimeoutMs)
      child.once("close", () => {
        clearTimeout(timer)
        stopped(Effect.void)
      })
      child.kill("SIGTERM")
    })
  })

const linesOf = (text: string): string =>
  text
    .split("\n")
    .map((line) => line.replace(/^outlay: /u, "").trim())
    .filter((line) => line !== "")
    .join(" ")

/** Output of `outlay backup --json`. */
interface Printed {
  readonly name: string
  readonly place: string
  readonly size: number
  readonly removed: ReadonlyArray<string>
}

const once = (database: string, { variables }: BackupSettings, begun: string) =>
  Effect.gen(function* () {
    const { code, out, err } = yield* run(variables)
    if (code === 0) {
      const { name, place, size, removed } = JSON.parse(out) as Printed
      const what = `Backed up as ${name} in ${place}, restored from there and verified`
      return yield* Effect.logInfo(
        `${what}: ${size} bytes. Removed old backups: ${removed.length}.`,
      )
    }
    failures.count++
    // A process that was killed could not record its failure.
    const noted = readStatus(database)?.backup
    if (noted === undefined || noted === null || noted.at < begun) {
      changeStatus(database, (status) => ({
        ...status,
        backup: { at: begun, succeeded: false },
      }))
    }
    yield* Effect.logError(`The backup failed: ${linesOf(err) || `it ended with ${code}`}`)
  })

/** Makes backups on schedule, until the scope closes. */
export const scheduledBackups = ({ database, backup }: Settings) => {
  if (backup === null) return Effect.void
  // Start of the last attempt, in case it cannot be recorded next to the database.
  let begun: string | null = null
  const wait = Effect.suspend(() => {
    const now = Date.now()
    const noted = readStatus(database)?.backup ?? null
    const isNoted = begun === null || (noted !== null && noted.at >= begun)
    const last = isNoted ? noted : { at: begun ?? "", succeeded: false }
    const due = dueIn(now, backup.every, last)
    if (due > 0) return Effect.sleep(Math.min(due, longestSleep))
    begun = new Date(now).toISOString()
    return once(database, backup, begun)
  })
  return wait.pipe(
    Effect.catchCause((cause) => Effect.logError("The backup failed", cause)),
    Effect.andThen(Effect.sleep("1 second")),
    Effect.forever,
    Effect.forkScoped,
    Effect.asVoid,
  )
}
