import { Context, type Effect } from "effect"
import type { Decide } from "./decision.ts"
import type { Look } from "./questions.ts"
import type { StorageUnavailable } from "./unit-of-work.ts"

/** Rows of businesses: what a storage does for every record alike. */
export class Store extends Context.Service<
  Store,
  {
    /** What a look at a business comes to, as one instant has it. */
    readonly read: <A>(client_id: number, look: Look<A>) => Effect.Effect<A, StorageUnavailable>
    /**
     * Looks under the write lock of the business, asks `decide`, and commits its decision as one
     * atomic step with its events; a refusal changes nothing. `decide` may be asked again after a
     * conflict.
     */
    readonly change: <C, A, E>(
      client_id: number,
      look: Look<C>,
      decide: Decide<C, A, E>,
    ) => Effect.Effect<A, E | StorageUnavailable>
  }
>()("@outlay/domain/Store") {}

/** The `change` of the port of a record, whose key names the business that is looked at. */
export const changeOf =
  <K extends { readonly client_id: number }, C>(
    store: Store["Service"],
    look: (key: K) => Look<C>,
  ) =>
  <A, E>(key: K, decide: Decide<C, A, E>): Effect.Effect<A, E | StorageUnavailable> =>
    store.change(key.client_id, look(key), decide)
