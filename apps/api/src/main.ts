#!/usr/bin/env node
import "effect/schema/SchemaJITCompiler/enable"
import { runMain } from "@effect/platform-node/NodeRuntime"
import { layer } from "@effect/platform-node/NodeServices"
import { Cause, Effect, Exit, type Runtime } from "effect"
import { CliError } from "effect/cli"
import { run } from "./cli.ts"
import { version } from "./version.ts"

/** What a failure says to whoever ran the command; null: it has been said. */
const sentence = (failure: unknown): string | null => {
  if (CliError.isCliError(failure)) return failure._tag === "ShowHelp" ? null : failure.message
  if (!(failure instanceof Error)) return String(failure)
  const { message } = failure
  return "reason" in failure && !message.includes(String(failure.reason))
    ? `${message} (${failure.reason})`
    : message
}

/**
 * Says why a command failed: a sentence for what was to be expected, everything for a fault of
 * ours.
 */
const report = (cause: Cause.Cause<unknown>): void => {
  if (Cause.hasInterruptsOnly(cause)) return
  const failure = cause.reasons.find(Cause.isFailReason)
  const text =
    failure === undefined
      ? `outlay: a fault of the program, please report it:\n${Cause.pretty(cause)}`
      : sentence(failure.error)
  if (text !== null) process.stderr.write(failure === undefined ? `${text}\n` : `outlay: ${text}\n`)
}

/**
 * 0 only for work that was done; a command that was stopped is 130, unless stopping is its way to
 * end.
 */
const teardown: Runtime.Teardown = (exit, onExit) => {
  if (Exit.isSuccess(exit)) return onExit(Number(process.exitCode ?? 0))
  report(exit.cause)
  const stopped = Cause.hasInterruptsOnly(exit.cause)
  return onExit(stopped ? Number(process.exitCode ?? 130) : 1)
}

runMain(Effect.provide(run(version), layer), { disableErrorReporting: true, teardown })
