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
 * What is shown of transactions (`showTransaction`): a port of its own, since its lists join, count
 * by day and choose their way by the filter.
 */
export class ShownTransactions extends Context.Service<
  ShownTransactions,
  {
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
     * Those that the filter lists (`isListed`), in its order, ties by id (`inSortOrder`); with a
     * sight only those that the user may see (`seesTransaction`).
     */
    readonly page: (
      client_id: number,
      filter: TransactionFilter,
      page: PageRequest,
      sight?: Sight | null,
    ) => Effect.Effect<Page<TransactionRecord>, StorageUnavailable>
  }
>()("@outlay/domain/ShownTransactions") {}
