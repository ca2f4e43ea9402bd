import { StorageUnavailable } from "@outlay/domain"
import { Effect, Result, Schedule } from "effect"
import { isOutage } from "./stage.ts"

/**
 * Consecutive files with an outage after which the work ends, because the others would fail as
 * well.
 */
const maxOutages = 3

/** Retries of an interrupted transfer, with delays. */
const again = { times: 2, schedule: Schedule.exponential("250 millis") }

/**
 * Works on one file after another. Interrupted transfers are retried. If a store refuses a file,
 * work on the others continues; if it does not work for several files in a row, the work ends.
 */
export class Persistence {
  #outages = 0

  /** True if no more files should be tried. */
  get isOver(): boolean {
    return this.#outages >= maxOutages
  }

  /** Does the work on one file; returns its result, or the error if the store failed. */
  try<A, E, R>(
    work: Effect.Effect<A, E | StorageUnavailable, R>,
  ): Effect.Effect<Result.Result<A, StorageUnavailable>, Exclude<E, StorageUnavailable>, R> {
    return work.pipe(
      Effect.retry({ ...again, while: (error) => isOutage(error) && this.#outages === 0 }),
      Effect.map((value) => {
        this.#outages = 0
        return Result.succeed(value)
      }),
      Effect.catch((error) => {
        if (!(error instanceof StorageUnavailable)) {
          return Effect.fail(error as Exclude<E, StorageUnavailable>)
        }
        this.#outages = isOutage(error) ? this.#outages + 1 : 0
        return Effect.succeed(Result.fail(error))
      }),
    )
  }
}
