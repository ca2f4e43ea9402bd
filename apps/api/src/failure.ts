import { Data } from "effect"

/** A command could not do its work, for a reason that whoever runs it can do something about. */
export class CommandFailed extends Data.TaggedError("CommandFailed")<{
  /** One clear sentence, or several lines where there are several faults. */
  readonly message: string
}> {}

export const commandFailed = (message: string): CommandFailed => new CommandFailed({ message })
