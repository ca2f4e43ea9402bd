import { Context, type Effect, type Stream } from "effect"
import type { Entry } from "../ledger/model.ts"
import type { StorageUnavailable } from "../shared/unit-of-work.ts"
import type { WholeTables } from "./books.ts"

type Rows<A> = Stream.Stream<A, StorageUnavailable>

/**
 * Reads everything that there is of a business, for verification. A row is read as it is kept,
 * whatever is wrong with it. Streams take as much memory for many rows as for few.
 */
export class VerificationStore extends Context.Service<
  VerificationStore,
  {
    /** Every row of a table, in no order; null where this storage does not keep it. */
    readonly all: <T extends keyof WholeTables>(
      client_id: number,
      table: T,
    ) => Effect.Effect<ReadonlyArray<WholeTables[T]> | null, StorageUnavailable>
    /** The entries of the ledger, in the order in which they were made. */
    readonly entries: (client_id: number) => Rows<Entry>
  }
>()("@outlay/domain/VerificationStore") {}
