/** Whom the engine tells what became of transactions. */
export interface Listener {
  /** A transaction has begun, and nothing of it has run. */
  readonly begun?: () => void
  /** A unit begins a pause, or ends one: others read the last commit in between. */
  readonly paused?: () => void
  /** Everything so far is durable. */
  readonly committed: () => void
  /** Something was undone: a unit, or a part of one, or a whole group. */
  readonly undone: () => void
  /** The engine has stopped for good: the process should end, and be started again. */
  readonly fatal: (reason: string) => void
}
