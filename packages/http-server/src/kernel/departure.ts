import { Effect } from "effect"
import type { Exchange } from "./kernel.ts"

/** A client that went away: nobody is answered. */
export class Gone extends Error {}

/** Fails when the client goes away: what was asked for it is given up. */
export const departure = ({ response, progress }: Exchange): Effect.Effect<never, Gone> =>
  Effect.callback((resume) => {
    const left = () => resume(Effect.fail(new Gone()))
    if (progress.closed) return left()
    response.once("close", left)
    return Effect.sync(() => void response.off("close", left))
  })
