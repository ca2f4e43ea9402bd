import type { Records, TableName } from "../core/records.ts"
import type { Turnover } from "../ledger/turnover.ts"
import type { SpendSum } from "../reports/model.ts"
import type { Tally } from "./tally.ts"

/** Net amount that a wallet moved on a UTC day: the sum of its ledger entries of that day. */
export interface WalletDay {
  readonly client_id: number
  readonly currency: string
  readonly date: string
  readonly amount: number
}

/** Number of transactions of one kind on each UTC day, by one date or the other. */
export interface CountedTransactions {
  readonly client_id: number
  /** Empty for the total of all days. */
  readonly day: string
  readonly dated: "auth_date" | "cleared_date"
  readonly transaction_type: string
  readonly status: string
  readonly expense_status: string
  /** 1 for transactions with at least one receipt. */
  readonly has_receipt: 0 | 1
  readonly count: number
}

/** Number of values of a custom field, in transactions and their line items. */
export interface CountedValues {
  readonly client_id: number
  readonly custom_field_id: string
  readonly count: number
}

/** Totals that a storage may maintain so that lists, statements and reports need not count. */
export interface RunningTotals {
  readonly daily_movements: WalletDay
  readonly transaction_counts: CountedTransactions
  readonly custom_field_values: CountedValues
  readonly spend_sums: SpendSum
}

const totalNames: { readonly [T in keyof RunningTotals]: true } = {
  daily_movements: true,
  transaction_counts: true,
  custom_field_values: true,
  spend_sums: true,
}
export const runningTotals = Object.keys(totalNames) as ReadonlyArray<keyof RunningTotals>

/** The tables that grow with the settings of a business and with time, not with its activity. */
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

/** Input of checks: whole tables, and the results of streams. */
export type Books = { readonly [T in keyof WholeTables]: ReadonlyArray<WholeTables[T]> } & {
  /** Sums of all ledger entries. */
  readonly ledger: Turnover
  /** Sums of all transactions. */
  readonly tally: Tally
}
