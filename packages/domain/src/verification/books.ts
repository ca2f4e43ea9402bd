import type { Records, TableName } from "../core/records.ts"
import type { Turnover } from "../ledger/turnover.ts"
import type { SpendSum } from "../reports/model.ts"
import type { Tally } from "./tally.ts"

/** How much a wallet moved on a UTC day: the sum of its ledger entries of that day. */
export interface WalletDay {
  readonly client_id: number
  readonly currency: string
  readonly date: string
  readonly amount: number
}

/** How many transactions there are of a kind, on each UTC day of the one date or the other. */
export interface CountedTransactions {
  readonly client_id: number
  /** Empty: on all days together. */
  readonly day: string
  readonly dated: "auth_date" | "cleared_date"
  readonly transaction_type: string
  readonly status: string
  readonly expense_status: string
  /** 1: those with a receipt, at least one. */
  readonly has_receipt: 0 | 1
  readonly count: number
}

/** How many values of transactions and their line items belong to a custom field. */
export interface CountedValues {
  readonly client_id: number
  readonly custom_field_id: string
  readonly count: number
}

/** What a storage may keep so that lists, statements and reports need not count. */
export interface RunningTotals {
  readonly daily_movements: WalletDay
  readonly transaction_counts: CountedTransactions
  readonly custom_field_values: CountedValues
  readonly spend_sums: SpendSum
}

const kept: { readonly [T in keyof RunningTotals]: true } = {
  daily_movements: true,
  transaction_counts: true,
  custom_field_values: true,
  spend_sums: true,
}
export const runningTotals = Object.keys(kept) as ReadonlyArray<keyof RunningTotals>

/** The tables of a business that grow with its settings and with time, not with what happens. */
export const wholeRecords = [
  "businesses",
  "wallets",
  "roles",
  "budgets",
  "budget_periods",
  "budget_members",
  "categories",
  "custom_fields",
  "custom_field_options",
  "custom_field_budgets",
  "reassessments",
] as const satisfies ReadonlyArray<TableName>

export interface WholeTables extends RunningTotals, Pick<Records, (typeof wholeRecords)[number]> {}

/** What checks look at as a whole: whole tables, and what streams came to. */
export type Books = { readonly [T in keyof WholeTables]: ReadonlyArray<WholeTables[T]> } & {
  /** What all entries came to. */
  readonly ledger: Turnover
  /** What all transactions came to. */
  readonly tally: Tally
}
