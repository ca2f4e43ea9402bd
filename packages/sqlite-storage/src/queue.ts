import type { Turn } from "./turn.ts"
import type { Exits, Unit } from "./unit.ts"

/**
 * Pending units of work, which run in groups: those that arrive in one turn of the event loop, up
 * to a maximum. One group runs at a time.
 */
export class Queue {
  readonly #turn: Turn
  readonly #groupSize: number
  readonly #run: (units: ReadonlyArray<Unit>) => Iterator<Promise<void> | void, Exits>
  readonly #waiting: Array<Unit> = []
  #isScheduled = false
  /** True if a group has begun that continues in a later turn. */
  #isRunning = false

  /**
   * `run` returns the outcomes of the first of the units. It yields when it pauses: a promise to
   * wait for, or nothing if only others need their turns.
   */
  constructor(
    turn: Turn,
    groupSize: number,
    run: (units: ReadonlyArray<Unit>) => Iterator<Promise<void> | void, Exits>,
  ) {
    this.#turn = turn
    this.#groupSize = groupSize
    this.#run = run
  }

  add(unit: Unit): void {
    this.#waiting.push(unit)
    this.#schedule()
  }

  /** Runs all pending units to their end. */
  async drain(): Promise<void> {
    const isDone = () => this.#waiting.length === 0 && !this.#isRunning
    while (!isDone()) {
      this.#flush()
      if (!isDone()) await this.#turn.comes()
    }
  }

  #schedule(): void {
    if (this.#isScheduled || this.#waiting.length === 0) return
    this.#isScheduled = true
    this.#turn.next(() => {
      this.#isScheduled = false
      this.#flush()
    })
  }

  #flush(): void {
    if (this.#isRunning) return
    const units = this.#waiting.splice(0, this.#groupSize).filter((unit) => !unit.cancelled)
    if (units.length > 0) this.#advance(units, this.#run(units))
    else this.#schedule()
  }

  /** Runs a group to its next pause, or to its end, and then resumes the callers of its units. */
  #advance(units: ReadonlyArray<Unit>, group: Iterator<Promise<void> | void, Exits>): void {
    const began = this.#turn.now()
    const { done, value } = group.next()
    this.#isRunning = !done
    if (!done) {
      const worked = this.#turn.now() - began
      const goOn = () => this.#turn.afterOthers(worked, () => this.#advance(units, group))
      if (value === undefined) goOn()
      else value.then(goOn)
      return
    }
    const exits = value
    this.#waiting.unshift(...units.slice(exits.length))
    exits.forEach((exit, n) => {
      units[n]?.finish(exit)
    })
    this.#schedule()
  }
}
