import { Effect } from "effect"
import type { Exchange } from "./kernel.ts"

/** The client has disconnected, so that no response is sent. */
export class Gone extends Error {}

/** Fails if the client disconnects, which cancels the work for it. */
export const departure = ({ response, progress }: Exchange): Effect.Effect<never, Gone> =>
  Effect.callback((resume) => {
    const left = () => resume(Effect.fail(new Gone()))
    if (progress.closed) return left()
    response.once("close", left)
    return Effect.sync(() => void response.off("close", left))
  })
