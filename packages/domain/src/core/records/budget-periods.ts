import { Schema } from "effect"
import { amount, client_id, count, flag, internal, nullable, timestamp, uuid } from "../fields.ts"
import type { Money } from "../money.ts"

/**
 * A period of a budget that has ended, as it is kept: what came and went in it. The current one
 * is on the budget itself, so that no charge, topup or import writes a row more. Amounts are minor
 * units of the business's own currency.
 */
export const BudgetPeriod = Schema.Struct({
  client_id,
  budget_id: uuid("The id of the budget."),
  number: count("1 for the first, one more with every reset."),
  /** When the reset that began it was; of the first, when the budget's cadence had begun. */
  start: timestamp("When it began."),
  /** The last millisecond before the reset that ended it. */
  end: timestamp("Its last millisecond."),
  granted_amount: internal(amount("What its reset gave, beside what rolled over into it.")),
  topped_up_amount: amount("What topups added, less what they took away."),
  moved_amount: amount("What joining members brought, less what leaving ones took."),
  spent_amount: amount("What was spent in it, less refunds and reversals."),
  /** Whether the reset that ended it rolled over what was left. */
  rolled_over: internal(flag("Whether what was left rolled over.")),
  /** The number of the first period from which every reset up to this one rolled over. */
  rolled_from: internal(count("From which period on funds have rolled over.")),
  restated: flag("Whether something of it came after it had ended."),
})
export interface BudgetPeriod extends Schema.Schema.Type<typeof BudgetPeriod> {}

/** An ended period with what follows from those around it. */
export interface EndedPeriod {
  readonly period: BudgetPeriod
  readonly opening_amount: Money
  /**
   * The number of the first period after it that its funds did not come to, because a reset between
   * them did not roll over; null when every reset since did.
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
  end: nullable(timestamp(), "Its last millisecond; null for one that never ends."),
  opening_amount: amount("What was available when it began."),
  topped_up_amount: BudgetPeriod.fields.topped_up_amount,
  moved_amount: BudgetPeriod.fields.moved_amount,
  spent_amount: BudgetPeriod.fields.spent_amount,
  closing_amount: amount("What was left when it ended; of the current one what is left now."),
  restated: BudgetPeriod.fields.restated,
}).annotate({
  identifier: "BudgetPeriod",
  description:
    "A period of a budget, from the reset that began it to the reset that ended it: opening + topped up + moved - spent = closing, of the current one what is available now.",
})
export interface BudgetPeriodRecord extends Schema.Schema.Type<typeof BudgetPeriodRecord> {}

/** A period of a budget: by its number, or the one that an instant falls in. */
export type PeriodPlace =
  | { readonly budget_id: string; readonly number: number }
  | { readonly budget_id: string; readonly at: string }
