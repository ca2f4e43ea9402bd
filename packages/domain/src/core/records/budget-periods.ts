import { Schema } from "effect"
import { amount, client_id, count, flag, internal, nullable, timestamp, uuid } from "../fields.ts"
import type { Money } from "../money.ts"

/**
 * An ended period of a budget, as stored: the amounts that moved in it. The current period is on
 * the budget itself, so that no charge, topup or import writes another row. Amounts are in minor
 * units of the business's own currency.
 */
export const BudgetPeriod = Schema.Struct({
  client_id,
  budget_id: uuid("Id of the budget."),
  number: count("Period number, starting at 1."),
  /** Time of the reset that began it. For the first period: the start of the budget's cadence. */
  start: timestamp("Start of the period."),
  /** Last millisecond before the reset that ended it. */
  end: timestamp("Last millisecond of the period."),
  granted_amount: internal(amount("Amount granted by the reset, excluding rolled-over funds.")),
  topped_up_amount: amount("Net amount of topups."),
  moved_amount: amount("Net amount moved by members joining and leaving."),
  spent_amount: amount("Amount spent, net of refunds and reversals."),
  /** True if the reset that ended it rolled over the remaining funds. */
  rolled_over: internal(flag("True if the remaining funds rolled over.")),
  /** Number of the first period from which every reset up to this one rolled over. */
  rolled_from: internal(count("First period from which funds have rolled over.")),
  restated: flag(
    "True if a late transaction of the period changed it after it ended; false if only funds rolled over from an earlier period changed it.",
  ),
})
export interface BudgetPeriod extends Schema.Schema.Type<typeof BudgetPeriod> {}

/** An ended period, with values that follow from adjacent periods. */
export interface EndedPeriod {
  readonly period: BudgetPeriod
  readonly opening_amount: Money
  /**
   * Number of the first later period that its funds did not reach, because a reset in between did
   * not roll over; null if every later reset did.
   */
  readonly lapsed: number | null
}

/**
 * A period as the interface shows it: "opening + topped up + moved − spent = closing, of the
 * current period what is available now".
 */
export const BudgetPeriodRecord = Schema.Struct({
  client_id,
  budget_id: BudgetPeriod.fields.budget_id,
  number: BudgetPeriod.fields.number,
  start: BudgetPeriod.fields.start,
  end: nullable(timestamp(), "Last millisecond of the period; null if it never ends."),
  opening_amount: amount("Amount available at the start."),
  topped_up_amount: BudgetPeriod.fields.topped_up_amount,
  moved_amount: BudgetPeriod.fields.moved_amount,
  spent_amount: BudgetPeriod.fields.spent_amount,
  closing_amount: amount(
    "Amount left at the end; for the current period, the amount available now.",
  ),
  restated: BudgetPeriod.fields.restated,
}).annotate({
  identifier: "BudgetPeriod",
  description:
    "Budget period, from one reset to the next: opening + topped up + moved - spent = closing. For the current period, closing is the amount available now.",
})
export interface BudgetPeriodRecord extends Schema.Schema.Type<typeof BudgetPeriodRecord> {}

/** Reference to a period of a budget, by its number or by an instant in it. */
export type PeriodPlace =
  | { readonly budget_id: string; readonly number: number }
  | { readonly budget_id: string; readonly at: string }
