import { Context, type Effect } from "effect"
import type { Sight } from "../core/sight.ts"
import type { StorageUnavailable } from "../core/unit-of-work.ts"
import type { Common, Likeness, ReportedTransaction, Spending, SpendSum, SumKind } from "./model.ts"

/** Transactions that a report reads, and the data that it needs. */
export interface ReportPeriod {
  readonly client_id: number
  /** UTC days of `auth_date`, both inclusive. */
  readonly start_date: string
  readonly end_date: string
  /** True if the report needs line items. Otherwise a storage may omit them and their values. */
  readonly with_line_items: boolean
  /** True if the report needs the custom field values of the transactions themselves. */
  readonly with_custom_fields: boolean
  /**
   * Kind of the stored sums that may replace the transactions of their periods. With a sight, the
   * sums of a budget replace the transactions charged to it. Null if no sums may.
   */
  readonly sums: SumKind | null
  /**
   * All groupings of the report, if transactions that are equal in them may be added up; null if it
   * groups by line items, values or weeks.
   */
  readonly merge_by: ReadonlyArray<Likeness> | null
}

/** Consumer of rows that are read one after another. */
export interface Fold<A> {
  /** Called at each start, because a storage may read from the beginning again. */
  readonly begin: () => A
  /** Adds a row. May modify `sum`. */
  readonly add: (sum: A, row: ReportedTransaction) => A
  /** Adds the sum of equal transactions instead of each of them. */
  readonly addAlike: (sum: A, common: Common, spending: Spending) => A
  /** Adds a stored sum instead of its transactions. */
  readonly addSum: (sum: A, spendSum: SpendSum) => A
  /** True if further rows do not matter. */
  readonly isFull: (sum: A) => boolean
}

/**
 * Reads transactions for reports. It is a separate port, because a period may have a million
 * transactions.
 */
export class ReportStore extends Context.Service<
  ReportStore,
  {
    /**
     * Folds every transaction of the period, of any type and status, each once, in any order, in
     * one snapshot. With a sight, only those that the user may see (`seesTransaction`). A storage
     * may pass stored sums of the kind `sums` instead of transactions (with a sight, those of
     * budgets that the user owns), and sums of counted transactions (`isCounted`) that are equal in
     * `alike`. Other requests are served in the meantime, and only a few rows are in memory at a
     * time.
     */
    readonly fold: <A>(
      period: ReportPeriod,
      sight: Sight | null,
      fold: Fold<A>,
    ) => Effect.Effect<A, StorageUnavailable>
  }
>()("@outlay/domain/ReportStore") {}
