import { Schema } from "effect"
import { amount, count, listOf, nullable, text } from "../core/fields.ts"
import type { Transaction } from "../core/records/transactions.ts"

/** What spending can be grouped by, besides the custom fields. */
export const groupings = ["day", "week", "month", "budget", "user", "category", "merchant"] as const

/** What comes before the name of a custom field. */
export const customFieldPrefix = "custom_field:"

/** "day|week|month|budget|user|category|merchant|custom_field:<name>" */
export type Grouping = (typeof groupings)[number] | `custom_field:${string}`

/** UTC days, both inclusive; `group_by` has one or two that differ. */
export interface SpendQuery {
  readonly start_date: string
  readonly end_date: string
  readonly group_by: ReadonlyArray<Grouping>
}

/** What was spent in one group; amounts are ≥ 0. */
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

/** What a report looks at of a transaction. */
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
 * What sums of spending are kept by, and of how long a time each is. Were all of them of days, an
 * import in no order of dates would change several for each of its rows.
 */
export const sumSpans = { all: "day", budget: "month", category: "month", user: "month" } as const

export type SumKind = keyof typeof sumSpans

/** By what a report can group whole transactions, as it is in their rows. */
export const likenesses = ["day", "month", "budget", "user", "merchant"] as const

export type Likeness = (typeof likenesses)[number]

/** What those have in common that are alike: of an instant at least the day, or the month. */
export type Common = Pick<
  ReportedTransaction,
  "auth_date" | "merchant_name" | "budget_id" | "user_id"
>

/** What several transactions come to, in minor units. */
export interface Spending {
  /** How many have a part in it. */
  readonly count: number
  readonly spent: number
  readonly refunded: number
}

/** What was spent in a day or a month, and came back: all of it, or that of one id. */
export interface SpendSum extends Spending {
  readonly kind: SumKind
  /** `YYYY-MM-DD` or `YYYY-MM`. */
  readonly period: string
  /** The id as text; empty for transactions or line items without one. */
  readonly key: string
}
