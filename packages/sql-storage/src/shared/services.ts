import { EventEncoder } from "@outlay/domain"
import { Ids, Sha256 } from "@outlay/domain/ports"
import { Context, Effect } from "effect"
import { Sql } from "./sql.ts"

/**
 * What ports need of an engine, and nothing else of the place where their layer is built: its actor
 * is not who will ask, and its scheduler may be gone by then.
 */
export const engineServices = Effect.gen(function* () {
  return Context.make(Sql, yield* Sql).pipe(
    Context.add(Ids, yield* Ids),
    Context.add(EventEncoder, yield* EventEncoder),
    Context.add(Sha256, yield* Sha256),
  )
})
