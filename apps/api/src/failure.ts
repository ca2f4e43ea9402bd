import { Data } from "effect"

/** How a command ends, for scripts: each kind of failure has a code of its own. */
export const exitCodes = {
  /** A rule refused the work, or what it is about does not exist. */
  refused: 1,
  /** The command line, a setting or a value is invalid. */
  usage: 2,
  /** Some lines of an import were refused. */
  linesRefused: 3,
  /** `verify` found something that differs from the ledger or the events. */
  differs: 4,
  /** The database, a backup, or the address to listen on cannot be used, or the disk failed. */
  unavailable: 5,
  /** A bug of the program. */
  bug: 70,
  /** Ctrl-C or a signal. */
  stopped: 130,
} as const

export type FailureKind = keyof typeof exitCodes

/** A command could not do its work, for a reason that the person who runs it can act on. */
export class CommandFailed extends Data.TaggedError("CommandFailed")<{
  /** One clear sentence for each fault. */
  readonly faults: readonly [string, ...ReadonlyArray<string>]
  readonly kind: FailureKind
  /** Whether the log of the service has said it: it is not said again. */
  readonly isLogged?: boolean
}> {
  override get message(): string {
    return this.faults.join("\n")
  }
}

/** Why a command failed: every fault that was found, so that one look repairs them all. */
export const failedAs = (
  kind: FailureKind,
  ...faults: readonly [string, ...ReadonlyArray<string>]
): CommandFailed => new CommandFailed({ faults, kind })

/** The work was refused. */
export const commandFailed = (
  ...faults: readonly [string, ...ReadonlyArray<string>]
): CommandFailed => failedAs("refused", ...faults)

/** An invalid command line, for faults that were collected; null where there are none. */
export const failedFor = ([first, ...others]: ReadonlyArray<string>): CommandFailed | null =>
  first === undefined ? null : failedAs("usage", first, ...others)
