import { setTimeout as pause } from "node:timers/promises"

/** In milliseconds, so long that only what never comes is not waited for. */
const timeoutMs = 300_000

/**
 * Waits until something is so, and answers what was found; `pauseMs` lies between two looks.
 *
 * @throws Error that says what it waited for, after five minutes.
 */
export const until = async <A>(
  what: string,
  look: () => A | false | Promise<A | false>,
  pauseMs = 20,
): Promise<A> => {
  const end = performance.now() + timeoutMs
  for (;;) {
    const found = await look()
    if (found !== false) return found
    if (performance.now() > end) throw new Error(`${what}: not within five minutes`)
    await pause(pauseMs)
  }
}
