import { Effect } from "effect"

/**
 * Runs work that an interruption waits for: what it uses (a connection, a lock, a folder) is not
 * released while it runs. Once the signal is aborted, it need not finish.
 */
export const awaited = <A, E>(
  work: (signal: AbortSignal) => Promise<A>,
  failure: (error: unknown) => E,
): Effect.Effect<A, E> =>
  Effect.callback((resume, signal) => {
    const ended = work(signal).then(
      (value) => resume(Effect.succeed(value)),
      (error) => resume(Effect.fail(failure(error))),
    )
    return Effect.promise(() => ended)
  })
