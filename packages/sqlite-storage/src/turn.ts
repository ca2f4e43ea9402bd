export interface TurnOptions {
  /** Maximum wait of a unit for another process that writes, in milliseconds. Default 5 s. */
  readonly timeoutMs?: number
  /** Called whenever another process has the lock, repeatedly while a unit waits for it. */
  readonly onRefused?: () => void
  /** Returns true if another process has precedence, and must get its turn. Default never. */
  readonly givesWay?: () => boolean
  /** Returns the milliseconds since an arbitrary time. */
  readonly now?: () => number
}

/** Time between two attempts to get a lock, in milliseconds. An attempt costs some microseconds. */
const retryIntervalMs = 2

/**
 * Time for which a group accepts further units, in milliseconds. The others wait for the next turn
 * of the event loop, and other work runs in between.
 */
const maxGroupMs = 15

/** Maximum time that a process holds the lock before it yields, in milliseconds. */
const maxHoldMs = 10

/** Maximum duration of a turn of the event loop that had nothing to do, in milliseconds. */
const idleTurnMs = 0.05

/** Time for which a process yields, in milliseconds. Others try to get the lock more often. */
const yieldMs = 6

/**
 * Decides when an engine may try to get the write lock, which processes share: at once, or a little
 * later if another process has it or must get it. It never blocks while it waits, as SQLite itself
 * would.
 */
export class Turn {
  readonly #timeoutMs: number
  readonly #onRefused: () => void
  readonly #givesWay: () => boolean
  readonly now: () => number
  /** Earliest time of the next attempt. */
  #notBefore = 0
  /** Time for which the lock was held since others last had a chance to get it. */
  #held = 0

  constructor({ timeoutMs = 5_000, onRefused, givesWay, now }: TurnOptions) {
    this.#timeoutMs = timeoutMs
    this.#onRefused = onRefused ?? (() => undefined)
    this.#givesWay = givesWay ?? (() => false)
    this.now = now ?? (() => performance.now())
  }

  /** Calls when it is time, and never at once. */
  next(call: () => void): void {
    const remainingMs = this.#notBefore - this.now()
    if (remainingMs > 0) setTimeout(call, Math.ceil(remainingMs))
    else setImmediate(call)
  }

  /**
   * Calls after others have had their turns: until they have nothing to do, or have had as long as
   * `worked`. Accepting a connection and reading a request take a turn each.
   */
  afterOthers(worked: number, call: () => void): void {
    const began = this.now()
    let last = began
    const look = (): void => {
      const now = this.now()
      const isQuiet = now - last < idleTurnMs
      last = now
      if (isQuiet || now - began >= worked) call()
      else setImmediate(look)
    }
    setImmediate(look)
  }

  comes(): Promise<void> {
    return new Promise((resolve) => this.next(resolve))
  }

  /** To be called when another process has the lock. */
  refused(): void {
    this.#held = 0
    this.#notBefore = this.now() + retryIntervalMs
    this.#onRefused()
  }

  /** To be called when the lock, which was held since then, was released. */
  held(since: number): void {
    const now = this.now()
    this.#held += now - since
    if (this.#held < maxHoldMs) return
    this.#held = 0
    if (this.#givesWay()) this.#notBefore = now + yieldMs
  }

  /** Returns true if a group that began then accepts no more units. */
  isFull(begun: number): boolean {
    return this.now() - begun >= maxGroupMs
  }

  /** Returns true if a unit that was queued then has waited for too long. */
  isOver(queuedAt: number): boolean {
    return this.now() - queuedAt >= this.#timeoutMs
  }
}
