import { Effect } from "effect"
import { type CommandFailed, failedAs } from "../failure.ts"

/** Creates a failure of a backup location or the file system. */
export const failed = (what: string, error: unknown): CommandFailed => {
  const reason = error instanceof Error ? error.message : String(error)
  return failedAs("unavailable", `${what}: ${reason}.`)
}

/** Runs work on a backup location or the file system; if it fails, the command fails. */
export const attempt = <A>(what: string, work: () => Promise<A>): Effect.Effect<A, CommandFailed> =>
  Effect.tryPromise({ try: work, catch: (error) => failed(what, error) })
