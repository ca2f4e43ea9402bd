import type { Turnover } from "../ledger/turnover.ts"
import type { Records } from "../records.ts"

/** How much a wallet moved on a UTC day: the sum of its ledger entries of that day. */
export interface WalletDay {
  readonly client_id: number
  readonly currency: string
  readonly date: string
  readonly amount: number
}

/** The tables of a business that grow with its settings and with time, not with what happens. */
export interface WholeTables
  extends Pick<
    Records,
    "businesses" | "wallets" | "budgets" | "budget_periods" | "budget_members"
  > {
  /** What a storage may keep besides, so that statements need no entries. */
  readonly daily_movements: WalletDay
}

/** What checks look at as a whole: whole tables, and what streams came to. */
export type Books = { readonly [T in keyof WholeTables]: ReadonlyArray<WholeTables[T]> } & {
  /** What all entries came to. */
  readonly ledger: Turnover
}
