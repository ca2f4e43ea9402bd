import { statSync } from "node:fs"
import { Cause, Effect, Exit } from "effect"

/**
 * Prints on standard error what was saved and how to continue, if a person or a signal stops the
 * work. Calls `message` then.
 */
export const reportingStop =
  (message: () => string) =>
  <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.onExit(work, (exit) =>
      Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause)
        ? Effect.sync(() => void process.stderr.write(`\noutlay: Stopped. ${message()}\n`))
        : Effect.void,
    )

/** Returns the identity of a file, which changes when it is replaced; null if it does not exist. */
const identityOf = (file: string): string | null => {
  const stats = statSync(file, { throwIfNoEntry: false })
  return stats === undefined ? null : `${stats.dev} ${stats.ino}`
}

/** Returns a function that is true if a file was created or replaced since this call. */
export const watchedFile = (file: string): (() => boolean) => {
  const before = identityOf(file)
  return () => identityOf(file) !== before
}
