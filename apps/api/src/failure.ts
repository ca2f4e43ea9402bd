import { Data } from "effect"

/** A command could not do its work, for a reason that whoever runs it can do something about. */
export class CommandFailed extends Data.TaggedError("CommandFailed")<{
  /** One clear sentence for each fault. */
  readonly faults: readonly [string, ...ReadonlyArray<string>]
}> {
  override get message(): string {
    return this.faults.join("\n")
  }
}

/** Why a command failed: every fault that was found, so that one look repairs them all. */
export const commandFailed = (
  ...faults: readonly [string, ...ReadonlyArray<string>]
): CommandFailed => new CommandFailed({ faults })

/** The same for faults that were collected; null where there are none. */
export const failedFor = ([first, ...others]: ReadonlyArray<string>): CommandFailed | null =>
  first === undefined ? null : commandFailed(first, ...others)
