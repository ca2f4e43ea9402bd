import { Context, type Effect } from "effect"
import type { Decide } from "./decision.ts"
import type { Look } from "./questions.ts"
import type { StorageUnavailable } from "./unit-of-work.ts"

/** Port for the rows of businesses. It serves every kind of record. */
export class Store extends Context.Service<
  Store,
  {
    /** Runs a lookup on one snapshot of a business, and returns its result. */
    readonly read: <A>(client_id: number, look: Look<A>) => Effect.Effect<A, StorageUnavailable>
    /**
     * Runs the lookup under the write lock of the business, calls `decide`, and commits its
     * decision and events as one atomic step. A refusal changes nothing. `decide` may be called
     * again after a conflict.
     */
    readonly change: <C, A, E>(
      client_id: number,
      look: Look<C>,
      decide: Decide<C, A, E>,
    ) => Effect.Effect<A, E | StorageUnavailable>
  }
>()("@outlay/domain/Store") {}
