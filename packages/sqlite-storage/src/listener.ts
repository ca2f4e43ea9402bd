import type { Cache } from "@outlay/sql-storage"

/** Whom the engine tells what became of transactions. */
export interface Listener {
  /**
   * A transaction has begun, and nothing of it has run. `changes`: how often another connection was
   * found to have committed since the start.
   */
  readonly begun?: (changes: number) => void
  /** A unit begins a pause, or ends one: others read the last commit in between. */
  readonly paused?: () => void
  /** Everything so far is durable. */
  readonly committed: () => void
  /** Something was undone: a unit, or a part of one, or a whole group. */
  readonly undone: () => void
  /** The engine has stopped for good: the process should end, and be started again. */
  readonly fatal: (reason: string) => void
}

/** A listener that tells a cache, too. */
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
