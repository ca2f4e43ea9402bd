import { statSync } from "node:fs"
import { Cause, Effect, Exit } from "effect"

/**
 * Says on standard error what was saved and how to go on, where a person or a signal stops the
 * work. `said` is asked then.
 */
export const sayingWhenStopped =
  (said: () => string) =>
  <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.onExit(work, (exit) =>
      Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause)
        ? Effect.sync(() => void process.stderr.write(`\noutlay: Stopped. ${said()}\n`))
        : Effect.void,
    )

/** Tells a file from another one that takes its place; null where there is none. */
const identityOf = (file: string): string | null => {
  const stats = statSync(file, { throwIfNoEntry: false })
  return stats === undefined ? null : `${stats.dev} ${stats.ino}`
}

/** Whether a file was put there, or in the place of another, since this was called. */
export const watchedFile = (file: string): (() => boolean) => {
  const before = identityOf(file)
  return () => identityOf(file) !== before
}
