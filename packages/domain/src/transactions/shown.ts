import { Context, type Effect } from "effect"
import type { Page, PageRequest } from "../core/page.ts"
import type { MovementRecord } from "../core/records/movements.ts"
import type {
  TransactionFilter,
  TransactionKey,
  TransactionRecord,
} from "../core/records/transactions.ts"
import type { Sight } from "../core/sight.ts"
import type { StorageUnavailable } from "../core/unit-of-work.ts"

/**
 * Port for transactions as they are shown (`showTransaction`). It is separate from `Store`, because
 * its lists join tables, count by day and choose a plan by the filter.
 */
export class ShownTransactions extends Context.Service<
  ShownTransactions,
  {
    readonly get: (
      key: TransactionKey,
    ) => Effect.Effect<TransactionRecord | null, StorageUnavailable>
    /**
     * A page of the movements of a transaction, in order; null if the business has no such
     * transaction. The cost depends on the page, not on the number of movements.
     */
    readonly movements: (
      key: TransactionKey,
      page: PageRequest,
    ) => Effect.Effect<Page<MovementRecord> | null, StorageUnavailable>
    /**
     * Transactions that match the filter (`isListed`), in its order, ties by id (`inSortOrder`).
     * With a sight, only those that the user may see (`seesTransaction`).
     */
    readonly page: (
      client_id: number,
      filter: TransactionFilter,
      page: PageRequest,
      sight?: Sight | null,
    ) => Effect.Effect<Page<TransactionRecord>, StorageUnavailable>
  }
>()("@outlay/domain/ShownTransactions") {}
