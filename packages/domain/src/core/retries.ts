/** Schedule of retries of messages and webhook deliveries. */

const firstDelayMs = 10_000
const maxDelayMs = 3_600_000

/** Time in milliseconds during which sending is retried. */
export const retryWindowMs = 3 * 86_400_000

/**
 * Returns the delay in milliseconds after a number of failed retries: it doubles from ten seconds
 * to one hour.
 */
export const retryDelayMs = (retries: number): number =>
  Math.min(firstDelayMs * 2 ** retries, maxDelayMs)
