import { Cause, Exit } from "effect"
import { CliError } from "effect/cli"
import { CommandFailed, exitCodes, type FailureKind } from "./failure.ts"

/** What a failure says to whoever ran the command, a line each; none where it has been said. */
const sentences = (failure: unknown): ReadonlyArray<string> => {
  if (failure instanceof CommandFailed) return failure.isLogged === true ? [] : failure.faults
  if (CliError.isCliError(failure)) return failure._tag === "ShowHelp" ? [] : [failure.message]
  if (!(failure instanceof Error)) return [String(failure)]
  const { message } = failure
  return "reason" in failure && !message.includes(String(failure.reason))
    ? [`${message} (${failure.reason})`]
    : [message]
}

/**
 * Why a command failed: a sentence for each thing that was to be expected, everything for a fault
 * of ours. Empty where it was stopped.
 */
const reportOf = (cause: Cause.Cause<unknown>): string => {
  if (Cause.hasInterruptsOnly(cause)) return ""
  const failure = cause.reasons.find(Cause.isFailReason)
  const lines =
    failure === undefined
      ? [`a bug, please report it:\n${Cause.pretty(cause)}`]
      : sentences(failure.error)
  return lines.map((line) => `outlay: ${line}\n`).join("")
}

/** Failures of storage by their names: the database, or a backup, cannot be used now, or at all. */
const ofStorage: ReadonlySet<unknown> = new Set([
  "DatabaseRefused",
  "StorageUnavailable",
  "MoveFailed",
  "BackupFailed",
  "RestoreFailed",
])

const kindOf = (cause: Cause.Cause<unknown>): FailureKind => {
  const failure = cause.reasons.find(Cause.isFailReason)
  if (failure === undefined) return "bug"
  const { error } = failure
  if (error instanceof CommandFailed) return error.kind
  if (CliError.isCliError(error)) return "usage"
  const { _tag, isRefused } = (error ?? {}) as Readonly<Record<string, unknown>>
  return ofStorage.has(_tag) && isRefused !== true ? "unavailable" : "refused"
}

/** How a command ended. */
export interface Outcome {
  /** Whether somebody stopped it. */
  readonly stopped: boolean
  readonly code: number
  /** What it says of that on standard error. */
  readonly report: string
}

/**
 * 0 only for work that was done; otherwise the code of the kind of failure. `exitCode` is the
 * process's own: a command sets it where being stopped is its way to end.
 */
export const outcomeOf = (
  exit: Exit.Exit<unknown, unknown>,
  exitCode: number | string | null | undefined,
): Outcome => {
  if (Exit.isSuccess(exit)) return { stopped: false, code: Number(exitCode ?? 0), report: "" }
  const stopped = Cause.hasInterruptsOnly(exit.cause)
  const code = stopped ? Number(exitCode ?? exitCodes.stopped) : exitCodes[kindOf(exit.cause)]
  return { stopped, code, report: reportOf(exit.cause) }
}
