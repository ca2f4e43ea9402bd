import { Effect } from "effect"

/** Time without a rest after which other work gets a turn of the event loop, in milliseconds. */
const sliceTime = 10

let restedAt = Number.NEGATIVE_INFINITY

/** Lets other work run, unless it did so a short time ago. */
export const rest: Effect.Effect<void> = Effect.suspend(() =>
  performance.now() - restedAt < sliceTime
    ? Effect.void
    : Effect.callback<void>((resume) => {
        setImmediate(() => {
          restedAt = performance.now()
          resume(Effect.void)
        })
      }),
)
