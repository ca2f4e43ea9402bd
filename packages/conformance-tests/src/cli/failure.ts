import type { Exit } from "./exit.ts"

/** Ends the command with a message for whoever called it, and an exit code. */
export class CommandFailed extends Error {
  readonly exit: Exit
  /** What to do about it; empty where the message says it. */
  readonly hint: string
  constructor(exit: Exit, message: string, hint = "") {
    super(message)
    this.exit = exit
    this.hint = hint
  }
}
