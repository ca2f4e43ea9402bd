import "effect/schema/SchemaJITCompiler/enable"
import { runMain } from "@effect/platform-node/NodeRuntime"
import { layer } from "@effect/platform-node/NodeServices"
import { Cause, Effect, Exit, type Runtime } from "effect"
import { CliError } from "effect/cli"
import { run } from "./cli.ts"
import { CommandFailed } from "./failure.ts"
import { flushed } from "./flush.ts"
import { version } from "./version.ts"

/** What a failure says to whoever ran the command, a line each; none where it has been said. */
const sentences = (failure: unknown): ReadonlyArray<string> => {
  if (failure instanceof CommandFailed) return failure.faults
  if (CliError.isCliError(failure)) return failure._tag === "ShowHelp" ? [] : [failure.message]
  if (!(failure instanceof Error)) return [String(failure)]
  const { message } = failure
  return "reason" in failure && !message.includes(String(failure.reason))
    ? [`${message} (${failure.reason})`]
    : [message]
}

/**
 * Says why a command failed: a sentence for each thing that was to be expected, everything for a
 * fault of ours.
 */
const report = (cause: Cause.Cause<unknown>): void => {
  if (Cause.hasInterruptsOnly(cause)) return
  const failure = cause.reasons.find(Cause.isFailReason)
  const lines =
    failure === undefined
      ? [`a fault of the program, please report it:\n${Cause.pretty(cause)}`]
      : sentences(failure.error)
  process.stderr.write(lines.map((line) => `outlay: ${line}\n`).join(""))
}

/**
 * 0 only for work that was done; a command that was stopped is 130, unless stopping is its way to
 * end. What it printed has been taken before the process ends.
 */
const teardown: Runtime.Teardown = (exit, onExit) => {
  if (Exit.isSuccess(exit)) return flushed(false, () => onExit(Number(process.exitCode ?? 0)))
  report(exit.cause)
  const stopped = Cause.hasInterruptsOnly(exit.cause)
  flushed(stopped, () => onExit(stopped ? Number(process.exitCode ?? 130) : 1))
}

runMain(Effect.provide(run(version), layer), { disableErrorReporting: true, teardown })
