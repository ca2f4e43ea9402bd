import { Context, Data, Effect } from "effect"
import type { Actor } from "./actor.ts"
import { atOneInstant } from "./now.ts"

/**
 * Storage failed: the disk is full, another process holds the lock, or the server is stopping.
 * Nothing was saved, unless `isPart` or `isUnknown` is true. It is the only failure of a service
 * method that is not a refusal.
 */
export class StorageUnavailable extends Data.TaggedError("StorageUnavailable")<{
  readonly reason: string
  /**
   * True if it is unknown whether the unit was saved, because the response to the commit was lost.
   */
  readonly isUnknown?: boolean
  /** True if the work had several units, of which the first ones may be saved. */
  readonly isPart?: boolean
}> {
  /** The reason, for logs. `message` is for clients. */
  override get cause(): string {
    return this.reason
  }

  override get message(): string {
    if (this.isPart === true) {
      return "Storage is temporarily unavailable, and the import stopped. Its first lines may be saved. Send all lines again: those that are saved do not change."
    }
    if (this.isUnknown === true) {
      return "Storage is temporarily unavailable. It is unknown whether the request was saved. Repeat it with the same Idempotency-Key."
    }
    return "Storage is temporarily unavailable. Nothing was saved. Retry shortly."
  }
}

interface OfBusiness {
  readonly client_id: number
}

/**
 * Makes several calls one atomic step: all changes that `work` makes through any store are
 * committed if it succeeds, and rolled back if it fails. `work` must not wait for timers or the
 * network: other units wait for it, and some stores reject work that waits. It may run more than
 * once, because a store may roll it back together with another unit that failed. All of it happens
 * at one instant (`now`). Units can be nested.
 *
 * `of` is the business of the unit, like the key of a record: units of one business run one after
 * another, from the start. Without it, a unit waits for others only at its first change.
 */
export class UnitOfWork extends Context.Service<
  UnitOfWork,
  {
    /** Runs `work` as one unit, and commits it if it succeeds. */
    readonly atomically: <A, E, R>(
      work: Effect.Effect<A, E, R>,
      of?: OfBusiness | null,
    ) => Effect.Effect<A, E | StorageUnavailable, R>
    /**
     * Same as `atomically`, but rolls `work` back even if it succeeds. Returns the result of the
     * change that did not happen.
     */
    readonly dryRun: <A, E, R>(
      work: Effect.Effect<A, E, R>,
      of?: OfBusiness | null,
    ) => Effect.Effect<A, E | StorageUnavailable, R>
    /**
     * Runs `work` that is too long for one unit, in separate units. Inside a unit, that unit is
     * rolled back, `work` runs and commits its own units, and then the unit runs again. So each run
     * of `work` must leave less to do.
     */
    readonly beforehand: (
      work: Effect.Effect<void, StorageUnavailable>,
    ) => Effect.Effect<void, StorageUnavailable>
  }
>()("@outlay/domain/UnitOfWork") {}

/** The defect that ends a unit of work which must wait for other units. */
class Postponed {
  readonly work: Effect.Effect<void, StorageUnavailable>

  constructor(work: Effect.Effect<void, StorageUnavailable>) {
    this.work = work
  }
}

/** Runs a unit of one business; `client_id` is null if the unit has no business or several. */
type Unit = <A, E, R>(
  work: Effect.Effect<A, E, R>,
  client_id: number | null,
) => Effect.Effect<A, E | StorageUnavailable, R>

/** Creates a `UnitOfWork` over a storage's own units. `within` is true inside one of them. */
export const unitOfWork = (storage: {
  readonly atomically: Unit
  readonly dryRun: Unit
  readonly within: Effect.Effect<boolean>
}): UnitOfWork["Service"] => {
  const { within } = storage
  const patient =
    (unit: Unit): UnitOfWork["Service"]["atomically"] =>
    (work, of = null) => {
      const attempt = unit(atOneInstant(work), of?.client_id ?? null)
      const repeated: typeof attempt = Effect.catchDefect(attempt, (defect) =>
        defect instanceof Postponed ? Effect.andThen(defect.work, repeated) : Effect.die(defect),
      )
      return Effect.flatMap(within, (isWithin) => (isWithin ? attempt : repeated))
    }
  return {
    atomically: patient(storage.atomically),
    dryRun: patient(storage.dryRun),
    beforehand: (work) =>
      Effect.flatMap(within, (isWithin) => (isWithin ? Effect.die(new Postponed(work)) : work)),
  }
}

/**
 * The actor that every event records. There is no default: a write without an actor is a defect,
 * and changes nothing.
 */
export const CurrentActor = Context.Reference<Actor>("@outlay/domain/CurrentActor", {
  defaultValue: () => {
    throw new Error(
      "No actor is provided, but every event records one. Provide CurrentActor: operator, system or a token's, as in Effect.provideService(work, CurrentActor, operator).",
    )
  },
})

/**
 * True if the current work is rolled back afterwards, as in `dryRun`. If so, actions that no
 * storage can undo are only checked, not performed.
 */
export const DryRun = Context.Reference<boolean>("@outlay/domain/DryRun", {
  defaultValue: () => false,
})

/**
 * True if a unit of work writes so much that its commit takes long. A storage may then serve other
 * requests in the meantime, as if the unit had not begun.
 */
export const LongUnit = Context.Reference<boolean>("@outlay/domain/LongUnit", {
  defaultValue: () => false,
})
