/** A number of requests in a number of seconds. */
export interface RateLimit {
  readonly requests: number
  readonly seconds: number
}

interface Window {
  used: number
  ends: number
}

/** Remaining quota of a token after a request, in the format of the header fields. */
export interface Allowance {
  readonly allowed: boolean
  /** `"default";r=…;t=…` */
  readonly field: string
  /** Seconds until the window ends. */
  readonly wait: number
}

export interface RateLimiter {
  /** `"default";q=…;w=…` */
  readonly policy: string
  /** Counts a request at a time in milliseconds of a monotonic clock. */
  readonly take: (token: string, now: number) => Allowance
}

const manyWindows = 10_000

/**
 * Creates a limiter with a window per token, which begins with its first request. Windows are in
 * memory, so each process counts separately.
 */
export const makeRateLimiter = ({ requests, seconds }: RateLimit): RateLimiter => {
  const windows = new Map<string, Window>()
  const open = (token: string, now: number): Window => {
    if (windows.size >= manyWindows) {
      for (const [key, window] of windows) if (window.ends <= now) windows.delete(key)
      // All windows are still open: the oldest are dropped, so that no one can fill the memory.
      for (const key of windows.keys()) {
        if (windows.size < manyWindows) break
        windows.delete(key)
      }
    }
    const window = { used: 0, ends: now + seconds * 1_000 }
    windows.set(token, window)
    return window
  }
  return {
    policy: `"default";q=${requests};w=${seconds}`,
    take: (token, now) => {
      const known = windows.get(token)
      const window = known === undefined || known.ends <= now ? open(token, now) : known
      window.used++
      const left = Math.max(0, requests - window.used)
      const wait = Math.max(1, Math.ceil((window.ends - now) / 1_000))
      return { allowed: window.used <= requests, field: `"default";r=${left};t=${wait}`, wait }
    },
  }
}
