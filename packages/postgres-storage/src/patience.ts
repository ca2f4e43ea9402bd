/**
 * Maximum time that anyone waits, in milliseconds. It is less than the minute after which a
 * client's connection is closed.
 */
const maxWaitMs = 30_000

/** Limits how long callers wait for a turn: as long as others get theirs, one after another. */
export class Patience {
  readonly #withoutProgress: number
  readonly #elsewhere: () => number
  #progressed = performance.now()

  /**
   * `withoutProgress` is the time limit without progress, in milliseconds. `elsewhere` returns the
   * time of the last progress elsewhere, which also counts.
   */
  constructor(withoutProgress: number, elsewhere: () => number = () => 0) {
    this.#withoutProgress = withoutProgress
    this.#elsewhere = elsewhere
  }

  /** Time of the last turn. */
  get at(): number {
    return this.#progressed
  }

  /** To be called when someone has had a turn. */
  progressed(): void {
    this.#progressed = performance.now()
  }

  /** Calls back when the limit is reached. Returns a function that cancels this. */
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
