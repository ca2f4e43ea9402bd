import { Context, Data, Effect } from "effect"
import type { Actor } from "./actor.ts"
import { atOneInstant } from "./now.ts"

/**
 * Storage could not do its part: the disk is full, another process holds the lock, the server is
 * stopping. Nothing was kept. The only failure of a port that is not a refusal.
 */
export class StorageUnavailable extends Data.TaggedError("StorageUnavailable")<{
  readonly reason: string
}> {
  override get message(): string {
    return "Storage is temporarily unavailable. Nothing was saved. Retry shortly."
  }
}

interface OfBusiness {
  readonly client_id: number
}

/**
 * Makes several uses of the ports one atomic step: what `work` does through any store is committed
 * with its success, and undone with its failure. Work waits for nothing but stores (no timers, no
 * network): other units wait for it, and some stores refuse work that waits at all. It may run
 * again: a store may undo it, with others that arrived together, where one of them has to be
 * undone. All of it happens at one instant (`now`). Uses nest.
 *
 * `of` names the business that it is about, as the key of a record does: units of one business run
 * one after another, from their beginning. Without it a unit waits for others where it first
 * changes something.
 */
export class UnitOfWork extends Context.Service<
  UnitOfWork,
  {
    readonly atomically: <A, E, R>(
      work: Effect.Effect<A, E, R>,
      of?: OfBusiness | null,
    ) => Effect.Effect<A, E | StorageUnavailable, R>
    /** The same, but undone even when it succeeds: the answer of a change that did not happen. */
    readonly dryRun: <A, E, R>(
      work: Effect.Effect<A, E, R>,
      of?: OfBusiness | null,
    ) => Effect.Effect<A, E | StorageUnavailable, R>
    /**
     * Does first what is too long for one unit: `work`, in units of its own. Outside of a unit that
     * is all. In one, the unit is undone, `work` is done, each of its units kept, and the unit runs
     * again: so `work` must leave less to do than it found.
     */
    readonly beforehand: (
      work: Effect.Effect<void, StorageUnavailable>,
    ) => Effect.Effect<void, StorageUnavailable>
  }
>()("@outlay/domain/UnitOfWork") {}

/** The defect by which a unit of work ends that has to wait for other units. */
class Postponed {
  readonly work: Effect.Effect<void, StorageUnavailable>

  constructor(work: Effect.Effect<void, StorageUnavailable>) {
    this.work = work
  }
}

/** How a storage runs a unit of a business; of none or several where that is null. */
type Unit = <A, E, R>(
  work: Effect.Effect<A, E, R>,
  client_id: number | null,
) => Effect.Effect<A, E | StorageUnavailable, R>

/** A `UnitOfWork` over a storage's own units; `within` tells whether one runs at the moment. */
export const unitOfWork = (storage: {
  readonly atomically: Unit
  readonly dryRun: Unit
  readonly within: () => boolean
}): UnitOfWork["Service"] => {
  const { within } = storage
  const patient =
    (unit: Unit): UnitOfWork["Service"]["atomically"] =>
    (work, of = null) => {
      const tried = unit(atOneInstant(work), of?.client_id ?? null)
      const repeated: typeof tried = Effect.catchDefect(tried, (defect) =>
        defect instanceof Postponed ? Effect.andThen(defect.work, repeated) : Effect.die(defect),
      )
      return Effect.suspend(() => (within() ? tried : repeated))
    }
  return {
    atomically: patient(storage.atomically),
    dryRun: patient(storage.dryRun),
    beforehand: (work) => Effect.suspend(() => (within() ? Effect.die(new Postponed(work)) : work)),
  }
}

/**
 * On whose behalf stores write: recorded as the actor of every event. Nobody is assumed: whoever is
 * wanted and not given is a defect, and nothing is kept.
 */
export const CurrentActor = Context.Reference<Actor>("@outlay/domain/CurrentActor", {
  defaultValue: () => {
    throw new Error(
      "Nobody is given who acts, and every event records who did. Provide CurrentActor: operator, system or a token's, as in Effect.provideService(work, CurrentActor, operator).",
    )
  },
})

/**
 * Whether what happens now is undone afterwards, as in `dryRun`: what no storage can undo is then
 * only judged, and not done.
 */
export const DryRun = Context.Reference<boolean>("@outlay/domain/DryRun", {
  defaultValue: () => false,
})
