/** How suites of records go through `Store`, on behalf of a business. */
import type { BusinessKey } from "@outlay/domain/fields"
import { type Decide, type Look, nothing, Store } from "@outlay/domain/ports"
import { Result } from "effect"

/** What a look comes to. */
export const read = <A>({ client_id }: BusinessKey, look: Look<A>) =>
  Store.use((store) => store.read(client_id, look))

export const change = <C, A, E>(
  { client_id }: BusinessKey,
  look: Look<C>,
  decide: Decide<C, A, E>,
) => Store.use((store) => store.change(client_id, look, decide))

/** What a rule is shown: what the look comes to under the write lock. */
export const load = <C>(of: BusinessKey, look: Look<C>) =>
  change(of, look, (context) => Result.succeed(nothing(context)))
