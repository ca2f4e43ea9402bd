import { StorageUnavailable } from "@outlay/domain"
import { Effect, Result, Schedule } from "effect"
import { isOutage } from "./stage.ts"

/** After so many files in a row that met an outage, the others would meet it, too. */
const maxOutages = 3

/** What breaks off is tried again, so often and after a pause. */
const again = { times: 2, schedule: Schedule.exponential("250 millis") }

/**
 * Work on one file after another. What breaks off is tried again; a file that a store refuses does
 * not end the work on the others, and a store that does not work for several in a row does.
 */
export class Persistence {
  #outages = 0

  /** Whether nothing more is to be tried. */
  get isOver(): boolean {
    return this.#outages >= maxOutages
  }

  /** Work on one file, and why the store failed it. */
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
