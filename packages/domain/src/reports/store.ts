import { Context, type Effect } from "effect"
import type { Sight } from "../core/sight.ts"
import type { StorageUnavailable } from "../core/unit-of-work.ts"
import type { Common, Likeness, ReportedTransaction, Spending, SpendSum, SumKind } from "./model.ts"

/** Which transactions a report reads, and what of them. */
export interface ReportPeriod {
  readonly client_id: number
  /** UTC days of `auth_date`, both inclusive. */
  readonly start_date: string
  readonly end_date: string
  /** Whether line items matter: otherwise they may be read as none, and values as well. */
  readonly with_line_items: boolean
  /** Whether the transactions' own custom field values matter. */
  readonly with_custom_fields: boolean
  /**
   * Which kept sums come to the same as the transactions of their time; with a sight, those of a
   * budget as the transactions that are charged to it. Null: none do.
   */
  readonly sums: SumKind | null
  /** All that the report groups by; null: line items, values or weeks tell transactions apart. */
  readonly alike: ReadonlyArray<Likeness> | null
}

/** What becomes of rows that are read one after another. */
export interface Fold<A> {
  /** Called at each start: a storage may read from the beginning again. */
  readonly begin: () => A
  /** May change what it is given. */
  readonly add: (sum: A, row: ReportedTransaction) => A
  /** The same for what those come to that are alike, in the place of them. */
  readonly addAlike: (sum: A, common: Common, spending: Spending) => A
  /** The same for a kept sum, in the place of its transactions. */
  readonly addSum: (sum: A, kept: SpendSum) => A
  /** Whether nothing that follows matters. */
  readonly isFull: (sum: A) => boolean
}

/** Reads transactions for reports: a port of its own, since a period may have a million. */
export class ReportStore extends Context.Service<
  ReportStore,
  {
    /**
     * Every transaction of the period, of whatever type and status, each once, in any order, as one
     * instant has them; with a sight only those that the user may see (`seesTransaction`). A
     * storage that keeps the sums of `sums` may give them in the place of transactions, with a
     * sight those of budgets that the user owns; and what all those come to that count
     * (`isCounted`) and are alike in what `alike` has.
     * Other requests have their turn meanwhile, however many there are, and few are in memory at
     * once.
     */
    readonly fold: <A>(
      period: ReportPeriod,
      sight: Sight | null,
      fold: Fold<A>,
    ) => Effect.Effect<A, StorageUnavailable>
  }
>()("@outlay/domain/ReportStore") {}
