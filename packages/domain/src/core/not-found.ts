import { Effect, Result } from "effect"
import { NotFound } from "./refusals.ts"

/** Returns the record that was found, or the refusal `NotFound`. */
export const existing = <A>(
  found: A | null | undefined,
  what: string,
  id: string | number,
): Result.Result<A, NotFound> =>
  found === null || found === undefined
    ? Result.fail(new NotFound({ what, id }))
    : Result.succeed(found)

/** Returns the record that `read` finds, or fails with `NotFound`. */
export const existingIn = <A, E, R>(
  read: Effect.Effect<A | null, E, R>,
  what: string,
  id: string | number,
): Effect.Effect<A, E | NotFound, R> =>
  Effect.flatMap(read, (found) => Effect.fromResult(existing(found, what, id)))
