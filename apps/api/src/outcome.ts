import { Cause, Exit } from "effect"
import { CliError } from "effect/cli"
import { CommandFailed, exitCodes, type FailureKind } from "./failure.ts"

/** Returns the lines to print for a failure; none if it has been logged. */
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
 * Returns why a command failed: a sentence for each expected error, and all details of a bug. Empty
 * if the command was stopped.
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

/** Tags of storage failures: the database or a backup cannot be used. */
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

/** Outcome of a command. */
export interface Outcome {
  /** True if it was stopped by a signal. */
  readonly stopped: boolean
  readonly code: number
  /** Text for standard error. */
  readonly report: string
}

/**
 * Returns the outcome of a command: 0 only if the work was done. `exitCode` is that of the process,
 * which a command sets if a signal is its regular way to end.
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
