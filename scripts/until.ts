import { setTimeout as pause } from "node:timers/promises"

/** Timeout in milliseconds; long enough for any slow machine. */
const timeoutMs = 300_000

/**
 * Polls until a condition holds and returns the value found; `pauseMs` is the pause between two
 * polls.
 *
 * @throws Error that names the condition, after five minutes.
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
