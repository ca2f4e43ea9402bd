import type { Cache } from "@outlay/sql-storage"

/** Listener for the outcomes of transactions. */
export interface Listener {
  /**
   * Called when a transaction has begun, before anything runs in it. `changes`: number of times
   * since the start that a commit of another connection was found.
   */
  readonly begun?: (changes: number) => void
  /** Called when a unit begins or ends a pause, in which others read the last commit. */
  readonly paused?: () => void
  /** Called when everything so far is durable. */
  readonly committed: () => void
  /** Called when a unit, a part of one or a whole group was rolled back. */
  readonly undone: () => void
  /** Called when the engine has stopped for good: the process should exit and be restarted. */
  readonly fatal: (reason: string) => void
}

/** Returns a listener that also notifies a cache. */
export const alsoTelling = (cache: Cache, listener: Listener): Listener => ({
  begun: (changes) => {
    cache.begun()
    listener.begun?.(changes)
  },
  paused: () => {
    cache.paused()
    listener.paused?.()
  },
  committed: () => {
    cache.committed()
    listener.committed()
  },
  undone: () => {
    cache.undone()
    listener.undone()
  },
  fatal: (reason) => listener.fatal(reason),
})
