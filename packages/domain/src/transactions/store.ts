import { Context, type Effect } from "effect"
import type { Decide } from "../core/decision.ts"
import type { Page, PageRequest } from "../core/page.ts"
import type { MovementRecord } from "../core/records/movements.ts"
import type {
  Transaction,
  TransactionFilter,
  TransactionKey,
  TransactionRecord,
} from "../core/records/transactions.ts"
import type { Sight } from "../core/sight.ts"
import type { StorageUnavailable } from "../core/unit-of-work.ts"
import type { TransactionChange, TransactionContext } from "./context.ts"

/** Keeps transactions. What is shown of them is `showTransaction`. */
export class TransactionStore extends Context.Service<
  TransactionStore,
  {
    /** The row itself; null when the business has no such transaction. */
    readonly find: (key: TransactionKey) => Effect.Effect<Transaction | null, StorageUnavailable>
    readonly get: (
      key: TransactionKey,
    ) => Effect.Effect<TransactionRecord | null, StorageUnavailable>
    /**
     * What moved its money, in order; null when the business has no such transaction. A page's cost
     * is its own, however many there are.
     */
    readonly movements: (
      key: TransactionKey,
      page: PageRequest,
    ) => Effect.Effect<Page<MovementRecord> | null, StorageUnavailable>
    /**
     * Those that the filter lists (`isListed`), "by `auth_date` descending", ties by id
     * (`newestFirst`); with a sight only those that the user may see (`seesTransaction`).
     */
    readonly page: (
      client_id: number,
      filter: TransactionFilter,
      page: PageRequest,
      sight?: Sight | null,
    ) => Effect.Effect<Page<TransactionRecord>, StorageUnavailable>
    /**
     * Loads the context under the write lock, asks `decide`, and commits its decision as one atomic
     * step with its events; a refusal changes nothing. `decide` may be asked again after a
     * conflict. A batch of an import is one change: its decision writes each budget, member and
     * transaction once.
     */
    readonly change: <A, E>(
      change: TransactionChange,
      decide: Decide<TransactionContext, A, E>,
    ) => Effect.Effect<A, E | StorageUnavailable>
  }
>()("@outlay/domain/TransactionStore") {}
