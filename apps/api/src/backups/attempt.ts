import { Effect } from "effect"
import { type CommandFailed, failedAs } from "../failure.ts"

/** A failure of a place, or of the file system. */
export const failed = (what: string, error: unknown): CommandFailed => {
  const reason = error instanceof Error ? error.message : String(error)
  return failedAs("unavailable", `${what}: ${reason}.`)
}

/** Work of a place, or of the file system, whose failure ends a command. */
export const attempt = <A>(what: string, work: () => Promise<A>): Effect.Effect<A, CommandFailed> =>
  Effect.tryPromise({ try: work, catch: (error) => failed(what, error) })
