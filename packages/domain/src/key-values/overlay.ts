import { Cause, Context, Effect, Exit, Scheduler } from "effect"
import type { StorageUnavailable } from "../core/unit-of-work.ts"
import type { KeyValueChange, KeyValues } from "./key-values.ts"

/**
 * Values with the changes of the current unit of work, which are committed together at its end. A
 * unit runs in one turn of the event loop, so there is nothing to lock.
 */
export class Overlay {
  readonly #values: KeyValues["Service"]
  readonly #changed = new Map<string, Map<string, object | null>>()
  readonly #undos: Array<() => void> = []
  #depth = 0

  constructor(values: KeyValues["Service"]) {
    this.#values = values
  }

  /** True while a unit of work runs. */
  get within(): boolean {
    return this.#depth > 0
  }

  get(partition: string, key: string): object | null {
    const changed = this.#changed.get(partition)?.get(key)
    return changed === undefined ? this.#values.get(partition, key) : changed
  }

  list(partition: string): ReadonlyArray<object> {
    const changed = this.#changed.get(partition)
    const found: Array<object> = []
    if (changed === undefined) {
      for (const [, value] of this.#values.list(partition)) found.push(value)
      return found
    }
    for (const [key, value] of this.#values.list(partition)) {
      if (!changed.has(key)) found.push(value)
    }
    for (const value of changed.values()) if (value !== null) found.push(value)
    return found
  }

  /** Must be called inside a step. */
  put(partition: string, key: string, value: object | null): void {
    const changed = this.#changed.get(partition) ?? new Map<string, object | null>()
    this.#changed.set(partition, changed)
    const before = changed.get(key)
    changed.set(key, value)
    this.#undos.push(() => (before === undefined ? changed.delete(key) : changed.set(key, before)))
  }

  /**
   * Runs a step, which may contain further ones. It undoes exactly its own changes if it fails,
   * throws, or `isSaved` is false; the outermost step commits the remaining changes.
   */
  step<A, E>(work: () => Exit.Exit<A, E>, isSaved: boolean): Exit.Exit<A, E | StorageUnavailable> {
    const start = this.#undos.length
    this.#depth++
    let exit: Exit.Exit<A, E | StorageUnavailable> = attempt(work)
    if (isSaved && this.#depth === 1 && Exit.isSuccess(exit)) {
      const committed = this.#commit()
      if (Exit.isFailure(committed)) exit = Exit.failCause(committed.cause)
    }
    this.#depth--
    if (!isSaved || Exit.isFailure(exit)) this.#undoTo(start)
    if (this.#depth === 0) {
      this.#undos.length = 0
      this.#changed.clear()
    }
    return exit
  }

  #commit(): Exit.Exit<void, StorageUnavailable> {
    const changes: Array<KeyValueChange> = []
    for (const [partition, changed] of this.#changed) {
      for (const [key, value] of changed) changes.push({ partition, key, value })
    }
    if (changes.length === 0) return Exit.void
    return runAtOnce(Context.empty(), this.#values.commit(changes))
  }

  #undoTo(start: number): void {
    while (this.#undos.length > start) this.#undos.pop()?.()
  }
}

const attempt = <A, E>(work: () => Exit.Exit<A, E>): Exit.Exit<A, E> => {
  try {
    return work()
  } catch (defect) {
    return Exit.die(defect)
  }
}

const mustNotSuspend =
  "Work inside a transaction must not suspend: no timers, no network, no promises"

/** Runs work that must not suspend; if it does, it is interrupted and the exit is a defect. */
export const runAtOnce = <A, E, R>(
  context: Context.Context<R>,
  work: Effect.Effect<A, E, R>,
): Exit.Exit<A, E> => {
  // Disables the scheduler's yields, with which long work would suspend in favour of other fibers.
  const atOnce = Context.add(context, Scheduler.PreventSchedulerYield, true)
  const exit = Effect.runSyncExitWith(atOnce)(work)
  if (Exit.isFailure(exit)) {
    for (const reason of exit.cause.reasons) {
      if (Cause.isDieReason(reason) && Cause.isAsyncFiberError(reason.defect)) {
        reason.defect.fiber.interruptUnsafe()
        return Exit.die(new Error(mustNotSuspend))
      }
    }
  }
  return exit
}
