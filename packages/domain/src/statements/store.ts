import { Context, type Effect } from "effect"
import type { Wallet } from "../core/records/businesses.ts"
import type { StorageUnavailable } from "../core/unit-of-work.ts"
import type { DailyMovement, Moved } from "./model.ts"

/** What a wallet did, as a statement needs it; everything of one moment. */
export interface WalletMovements {
  readonly wallet: Wallet
  /** The earliest UTC day on which it moved (also to and fro, by 0), or null. */
  readonly first_date: string | null
  /** All days before `start_date`. */
  readonly before: Moved
  /** From `start_date` to `end_date`: the days on which it moved (also by 0), ascending. */
  readonly days: ReadonlyArray<DailyMovement>
}

/** Reads what wallets did: a movement is a ledger entry that touches `wallet`, on its `date`. */
export class StatementStore extends Context.Service<
  StatementStore,
  {
    /**
     * Null when there is no such wallet. `currency` null: the business's own. Days are UTC, both
     * inclusive.
     */
    readonly movements: (
      key: { readonly client_id: number; readonly currency: string | null },
      period: { readonly start_date: string; readonly end_date: string },
    ) => Effect.Effect<WalletMovements | null, StorageUnavailable>
  }
>()("@outlay/domain/StatementStore") {}
