import { Schema } from "effect"
import { amount, count, listOf, nullable, text } from "../core/fields.ts"
import type { Transaction } from "../core/records/transactions.ts"

/** Keys that spending can be grouped by, in addition to custom fields. */
export const groupings = ["day", "week", "month", "budget", "user", "category", "merchant"] as const

/** Prefix of the name of a custom field. */
export const customFieldPrefix = "custom_field:"

/** "day|week|month|budget|user|category|merchant|custom_field:<name>" */
export type Grouping = (typeof groupings)[number] | `custom_field:${string}`

/** UTC days, both inclusive. `group_by` has one key or two different ones. */
export interface SpendQuery {
  readonly start_date: string
  readonly end_date: string
  readonly group_by: ReadonlyArray<Grouping>
}

/** Spending of one group; amounts are ≥ 0. */
export const SpendGroup = Schema.Struct({
  keys: listOf(
    nullable(text()),
    "Keys of the group, in the order of `group_by`; null for transactions or line items without one.",
  ),
  count: count("Number of transactions that contribute to the group."),
  spent: amount("Amount spent, before refunds."),
  refunded: amount("Amount refunded."),
}).annotate({
  identifier: "SpendGroup",
  description: "Spending of one group, in the business's own currency.",
})
export interface SpendGroup extends Schema.Schema.Type<typeof SpendGroup> {}

export const SpendReport = Schema.Struct({
  groups: listOf(SpendGroup, "Groups with at least one transaction, ordered by keys; null last."),
}).annotate({ identifier: "SpendReport", description: "Spending of a period, in groups." })
export interface SpendReport extends Schema.Schema.Type<typeof SpendReport> {}

/** Fields of a transaction that reports need. */
export type ReportedTransaction = Pick<
  Transaction,
  | "transaction_type"
  | "status"
  | "auth_date"
  | "merchant_name"
  | "amount"
  | "refunded_amount"
  | "budget_id"
  | "user_id"
  | "line_items"
  | "custom_fields"
>

/**
 * Kinds of stored sums of spending, with the length of their periods. If all of them were daily, an
 * import with dates in random order would change several sums for each row.
 */
export const sumSpans = { all: "day", budget: "month", category: "month", user: "month" } as const

export type SumKind = keyof typeof sumSpans

/**
 * Groupings by fields of the transaction's own row, for which a storage can add up equal
 * transactions.
 */
export const likenesses = ["day", "month", "budget", "user", "merchant"] as const

export type Likeness = (typeof likenesses)[number]

/** Fields that grouped transactions have in common. `auth_date` may be only a day or a month. */
export type Common = Pick<
  ReportedTransaction,
  "auth_date" | "merchant_name" | "budget_id" | "user_id"
>

/** Sum of several transactions, in minor units. */
export interface Spending {
  /** Number of transactions that contribute. */
  readonly count: number
  readonly spent: number
  readonly refunded: number
}

/** Spending of a day or a month: the total, or that of one id. */
export interface SpendSum extends Spending {
  readonly kind: SumKind
  /** `YYYY-MM-DD` or `YYYY-MM`. */
  readonly period: string
  /** Id as text; empty for transactions or line items without one. */
  readonly key: string
}
