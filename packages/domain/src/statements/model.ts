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
  id: text("The business, the currency and the day."),
  date: day("The UTC day."),
  currency: internal(currencyCode("The currency of the wallet.")),
  opening_balance: amount("What the wallet held when the day began.", { field: "currency" }),
  closing_balance: amount("What the wallet held when the day ended.", { field: "currency" }),
  /** The start of the day. */
  created: timestamp("The start of the day."),
  /**
   * When the latest movement of this day or of an earlier one was recorded; not before `created`.
   */
  updated: timestamp("When the latest movement up to this day was recorded."),
}).annotate({
  identifier: "DailyBalance",
  description: "What a wallet held when a UTC day began and when it ended.",
})
export interface DailyBalance extends Schema.Schema.Type<typeof DailyBalance> {}

/** The daily balances of a period; both balances "are those of the whole period". */
export const Statement = Schema.Struct({
  count: count("How many days the whole period has."),
  start_date: day("The first UTC day of the period."),
  end_date: day("The last UTC day of the period."),
  currency: currencyCode("The currency of the wallet."),
  opening_balance: amount("What the wallet held when the period began.", { field: "currency" }),
  closing_balance: amount("What the wallet held when the period ended.", { field: "currency" }),
  daily_balances: listOf(DailyBalance, "The days, the earliest first."),
}).annotate({
  identifier: "Statement",
  description: "The daily balances of a wallet; both balances are those of the whole period.",
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
