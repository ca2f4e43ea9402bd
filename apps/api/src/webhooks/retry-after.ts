import { timestamp } from "@outlay/domain/rules"
import { retryDelay } from "@outlay/http-contract"

const maxDelayMs = 30 * 86_400_000

/** The two clocks for reading a response, in milliseconds. */
export interface Clocks {
  /** Clock of the service, which schedules attempts. */
  readonly now: number
  /** Wall clock, which receivers use. In a sandbox the clock of the service may be ahead of it. */
  readonly world: number
}

/**
 * Returns the time in `Retry-After` on the clock of the service: at most thirty days from now, and
 * now if it is in the past. Null if the header is missing or invalid.
 */
export const retryAfter = (field: string | undefined, { now, world }: Clocks): string | null => {
  const delayMs = retryDelay(field, world)
  return delayMs === null ? null : timestamp(now + Math.min(delayMs, maxDelayMs))
}
