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
 * Which wallet's statement, of which days: "period bounds in UTC", both inclusive, `start_date` not
 * after `end_date`.
 */
export interface StatementQuery {
  readonly start_date: string
  readonly end_date: string
  /** ISO 4217; "default the business's own". */
  readonly currency?: string | undefined
}

/** What a wallet held when a UTC day began and when it ended, in its currency's minor units. */
export const DailyBalance = Schema.Struct({
  id: text("Id: business, currency and day."),
  date: day("UTC day."),
  currency: internal(currencyCode("Currency of the wallet.")),
  opening_balance: amount("Balance at the start of the day.", { field: "currency" }),
  closing_balance: amount("Balance at the end of the day.", { field: "currency" }),
  /** The start of the day. */
  created: timestamp("Start of the day."),
  /**
   * When the latest movement of this day or of an earlier one was recorded; not before `created`.
   */
  updated: timestamp("Recording time of the latest movement up to this day."),
}).annotate({
  identifier: "DailyBalance",
  description: "Opening and closing balance of a wallet on a UTC day.",
})
export interface DailyBalance extends Schema.Schema.Type<typeof DailyBalance> {}

/** The daily balances of a period; both balances "are those of the whole period". */
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

/** What moved on days, in sum. */
export interface Moved {
  /**
   * Minor units; what arrived less what left. Days may be dated so that theirs leaves the bound
   * that balances have, although the wallet's own never does: see `isWithinBounds`.
   */
  readonly amount: number
  /** When the latest of these movements was recorded; null when there was none. */
  readonly updated: string | null
}

export interface DailyMovement extends Moved {
  readonly date: string
  readonly updated: string
}
