import type { Exit } from "./exit.ts"

/** A hint: the command that shows what is allowed. */
export const tryThis = (command: string): string => `Try: outlay-conformance ${command}`

/** Ends the command with a message for whoever called it, and an exit code. */
export class CommandFailed extends Error {
  readonly exit: Exit
  /** What to do about it, as by `tryThis`, or the whole help; empty where the message says it. */
  readonly hint: string
  constructor(exit: Exit, message: string, hint = "") {
    super(message)
    this.exit = exit
    this.hint = hint
  }
}
