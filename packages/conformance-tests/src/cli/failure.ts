import type { Exit } from "./exit.ts"

/** Returns a hint: the command that shows the allowed values. */
export const tryThis = (command: string): string => `Try: outlay-conformance ${command}`

/** Ends the command with an error message and an exit code. */
export class CommandFailed extends Error {
  readonly exit: Exit
  /** Advice, such as that of `tryThis`, or the whole help; empty if the message is enough. */
  readonly hint: string
  constructor(exit: Exit, message: string, hint = "") {
    super(message)
    this.exit = exit
    this.hint = hint
  }
}
