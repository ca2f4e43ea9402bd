/** Access of the suites of records to `Store`, on behalf of a business. */
import type { BusinessKey } from "@outlay/domain/fields"
import { type Decide, type Look, nothing, Store } from "@outlay/domain/ports"
import { Result } from "effect"

/** Reads the result of a look. */
export const read = <A>({ client_id }: BusinessKey, look: Look<A>) =>
  Store.use((store) => store.read(client_id, look))

export const change = <C, A, E>(
  { client_id }: BusinessKey,
  look: Look<C>,
  decide: Decide<C, A, E>,
) => Store.use((store) => store.change(client_id, look, decide))

/** Loads the context that a rule gets: the result of the look under the write lock. */
export const load = <C>(of: BusinessKey, look: Look<C>) =>
  change(of, look, (context) => Result.succeed(nothing(context)))
