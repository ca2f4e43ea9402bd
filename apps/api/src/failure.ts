import { Data } from "effect"

/** Exit codes of a command, for scripts. Each kind of failure has its own code. */
export const exitCodes = {
  /** A rule refused the work, or a record does not exist. */
  refused: 1,
  /** The command line, a setting or a value is invalid. */
  usage: 2,
  /** Some lines of an import were refused. */
  linesRefused: 3,
  /** `verify` found something that differs from the ledger or the events. */
  differs: 4,
  /** The database, a backup, or the address to listen on cannot be used, or the disk failed. */
  unavailable: 5,
  /** A bug in the program. */
  bug: 70,
  /** Stopped by Ctrl-C or a signal. */
  stopped: 130,
} as const

export type FailureKind = keyof typeof exitCodes

/** Failure of a command, for a reason that the person who runs it can act on. */
export class CommandFailed extends Data.TaggedError("CommandFailed")<{
  /** One clear sentence for each error. */
  readonly faults: readonly [string, ...ReadonlyArray<string>]
  readonly kind: FailureKind
  /** True if the service has already logged it, so it is not printed again. */
  readonly isLogged?: boolean
}> {
  override get message(): string {
    return this.faults.join("\n")
  }
}

/** Creates a failure with every error that was found, so that they can be fixed together. */
export const failedAs = (
  kind: FailureKind,
  ...faults: readonly [string, ...ReadonlyArray<string>]
): CommandFailed => new CommandFailed({ faults, kind })

/** Creates a failure of a refused command. */
export const commandFailed = (
  ...faults: readonly [string, ...ReadonlyArray<string>]
): CommandFailed => failedAs("refused", ...faults)

/** Creates a failure for an invalid command line from collected errors; null if there are none. */
export const failedFor = ([first, ...others]: ReadonlyArray<string>): CommandFailed | null =>
  first === undefined ? null : failedAs("usage", first, ...others)
