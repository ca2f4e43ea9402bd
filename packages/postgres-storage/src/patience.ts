/**
 * In milliseconds: nobody waits longer, whatever goes on. Less than the minute after which a
 * client's connection is closed.
 */
const maxWaitMs = 30_000

/** How long who waits for a turn does so: as long as others have theirs, one after another. */
export class Patience {
  readonly #withoutProgress: number
  readonly #elsewhere: () => number
  #progressed = performance.now()

  /** In milliseconds: how long, while nothing goes on; nor elsewhere, since when that tells. */
  constructor(withoutProgress: number, elsewhere: () => number = () => 0) {
    this.#withoutProgress = withoutProgress
    this.#elsewhere = elsewhere
  }

  /** When somebody had a turn last. */
  get at(): number {
    return this.#progressed
  }

  /** Somebody has had a turn. */
  progressed(): void {
    this.#progressed = performance.now()
  }

  /** Calls back when it is over; answers how not to. */
  wait(over: () => void): () => void {
    const entered = performance.now()
    const limitMs = Math.max(maxWaitMs, this.#withoutProgress)
    const left = () =>
      Math.min(
        Math.max(entered, this.#progressed, this.#elsewhere()) +
          this.#withoutProgress -
          performance.now(),
        entered + limitMs - performance.now(),
      )
    const look = () => {
      const millis = left()
      if (millis > 0) timer = setTimeout(look, Math.ceil(millis))
      else over()
    }
    let timer = setTimeout(look, this.#withoutProgress)
    return () => clearTimeout(timer)
  }
}
