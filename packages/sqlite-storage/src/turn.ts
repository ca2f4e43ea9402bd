export interface TurnOptions {
  /** In milliseconds: how long a unit waits for another process that writes. Default 5 s. */
  readonly timeoutMs?: number
  /** Called whenever another process has the lock, again and again while a unit waits for it. */
  readonly onRefused?: () => void
  /** Whether another process has precedence, and must get its turn. Default never. */
  readonly givesWay?: () => boolean
  /** Milliseconds since whenever. */
  readonly now?: () => number
}

/** In milliseconds: how soon a lock is asked for again. That costs some microseconds. */
const retryIntervalMs = 2

/**
 * In milliseconds: so long a group takes on further units; the others wait for the next turn of the
 * event loop, and others than units have theirs in between.
 */
const maxGroupMs = 15

/** In milliseconds: so long a process that gives way holds the lock at most before it does so. */
const maxHoldMs = 10

/** In milliseconds: a turn of the event loop that is shorter had nothing to do. */
const idleTurnMs = 0.05

/** In milliseconds: long enough for one that asks every few milliseconds to get the lock. */
const yieldMs = 6

/**
 * When an engine may ask for the write lock, which processes share: at once, or a little later when
 * another one has it or is to have it. It never waits by standing still, as SQLite itself would.
 */
export class Turn {
  readonly #timeoutMs: number
  readonly #onRefused: () => void
  readonly #givesWay: () => boolean
  readonly now: () => number
  /** Not before this time. */
  #notBefore = 0
  /** How long the lock was held since the last time that others could have it. */
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
   * was worked before. A connection is accepted, and a request read, in a turn of its own each.
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

  /** Another process has the lock. */
  refused(): void {
    this.#held = 0
    this.#notBefore = this.now() + retryIntervalMs
    this.#onRefused()
  }

  /** The lock was held since then, and is not any more. */
  held(since: number): void {
    const now = this.now()
    this.#held += now - since
    if (this.#held < maxHoldMs) return
    this.#held = 0
    if (this.#givesWay()) this.#notBefore = now + yieldMs
  }

  /** Whether a group that began then takes on no more units. */
  isFull(begun: number): boolean {
    return this.now() - begun >= maxGroupMs
  }

  /** Whether what was asked for then has waited for long enough. */
  isOver(asked: number): boolean {
    return this.now() - asked >= this.#timeoutMs
  }
}
