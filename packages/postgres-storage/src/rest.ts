import { Effect } from "effect"

/** In milliseconds: after so long without a rest others have their turn of the event loop. */
const sliceTime = 10

let restedAt = Number.NEGATIVE_INFINITY

/** Lets others have their turn, where it is long ago that they had one. */
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
