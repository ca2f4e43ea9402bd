import { timestamp } from "@outlay/domain/rules"
import { retryDelay } from "@outlay/http-contract"

const maxDelayMs = 30 * 86_400_000

/** The two clocks by which a response is read, in milliseconds. */
export interface Clocks {
  /** The clock of the service, which schedules attempts. */
  readonly now: number
  /** The wall clock, which receivers use: in a sandbox the service's may be ahead of it. */
  readonly world: number
}

/**
 * The time in `Retry-After` on the clock of the service, at most thirty days from now; now if it is
 * past. Null for an absent or malformed header.
 */
export const retryAfter = (field: string | undefined, { now, world }: Clocks): string | null => {
  const delayMs = retryDelay(field, world)
  return delayMs === null ? null : timestamp(now + Math.min(delayMs, maxDelayMs))
}
