import { Schema } from "effect"
import {
  amount,
  count,
  currencyCode,
  day,
  internal,
  listOf,
  text,
  timestamp,
} from "../core/fields.ts"

/**
 * Wallet and days of a statement: "period bounds in UTC", both inclusive, `start_date` not after
 * `end_date`.
 */
export interface StatementQuery {
  readonly start_date: string
  readonly end_date: string
  /** ISO 4217 code; "default the business's own". */
  readonly currency?: string | undefined
}

/** Balance of a wallet at the start and at the end of a UTC day, in the currency's minor units. */
export const DailyBalance = Schema.Struct({
  id: text("Id: business, currency and day."),
  date: day("UTC day."),
  currency: internal(currencyCode("Currency of the wallet.")),
  opening_balance: amount("Balance at the start of the day.", { field: "currency" }),
  closing_balance: amount("Balance at the end of the day.", { field: "currency" }),
  /** Start of the day. */
  created: timestamp("Start of the day."),
  /** Recording time of the latest movement up to this day; not before `created`. */
  updated: timestamp("Recording time of the latest movement up to this day."),
}).annotate({
  identifier: "DailyBalance",
  description: "Opening and closing balance of a wallet on a UTC day.",
})
export interface DailyBalance extends Schema.Schema.Type<typeof DailyBalance> {}

/** Daily balances of a period; its two balances "are those of the whole period". */
export const Statement = Schema.Struct({
  count: count("Number of days in the period."),
  start_date: day("First UTC day of the period."),
  end_date: day("Last UTC day of the period."),
  currency: currencyCode("Currency of the wallet."),
  opening_balance: amount("Balance at the start of the period.", { field: "currency" }),
  closing_balance: amount("Balance at the end of the period.", { field: "currency" }),
  daily_balances: listOf(DailyBalance, "Daily balances, earliest first."),
}).annotate({
  identifier: "Statement",
  description:
    "Daily balances of a wallet; the opening and closing balance cover the whole period.",
})
export interface Statement extends Schema.Schema.Type<typeof Statement> {}

/** Sum of the movements on one or more days. */
export interface Moved {
  /**
   * Inflow minus outflow, in minor units. It may exceed the range of balances, because movements
   * can be dated back; the balance of the wallet itself never does: see `isWithinBounds`.
   */
  readonly amount: number
  /** Recording time of the latest of these movements; null if there is none. */
  readonly updated: string | null
}

export interface DailyMovement extends Moved {
  readonly date: string
  readonly updated: string
}
