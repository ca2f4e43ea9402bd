import { Context, type Effect } from "effect"
import type { Wallet } from "../core/records/businesses.ts"
import type { StorageUnavailable } from "../core/unit-of-work.ts"
import type { DailyMovement, Moved } from "./model.ts"

/** Movements of a wallet for a statement, all read at the same moment. */
export interface WalletMovements {
  readonly wallet: Wallet
  /** First UTC day with a movement, even of amount 0; null if there is none. */
  readonly first_date: string | null
  /** Sum of all days before `start_date`. */
  readonly before: Moved
  /** Days from `start_date` to `end_date` with a movement, even of amount 0, ascending. */
  readonly days: ReadonlyArray<DailyMovement>
}

/** Reads the movements of wallets: ledger entries that touch `wallet`, on their `date`. */
export class StatementStore extends Context.Service<
  StatementStore,
  {
    /**
     * Returns null if the wallet does not exist. `currency` null is the currency of the business.
     * Days are UTC, both inclusive.
     */
    readonly movements: (
      key: { readonly client_id: number; readonly currency: string | null },
      period: { readonly start_date: string; readonly end_date: string },
    ) => Effect.Effect<WalletMovements | null, StorageUnavailable>
  }
>()("@outlay/domain/StatementStore") {}
