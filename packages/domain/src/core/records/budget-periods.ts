import type { Money } from "../money.ts"

/**
 * A period of a budget that has ended, as it is kept: what came and went in it. The current one
 * is on the budget itself, so that no charge, topup or import writes a row more. Amounts are minor
 * units of the business's own currency.
 */
export interface BudgetPeriod {
  readonly client_id: number
  readonly budget_id: string
  /** 1 for the first, one more with every reset. */
  readonly number: number
  /** When the reset that began it was; of the first, when the budget's cadence had begun. */
  readonly start: string
  /** The last millisecond before the reset that ended it. */
  readonly end: string
  /** What the reset that began it gave, beside what rolled over into it. */
  readonly granted_amount: Money
  readonly topped_up_amount: Money
  /** "What joining and leaving members brought or took." */
  readonly moved_amount: Money
  readonly spent_amount: Money
  /** Whether the reset that ended it rolled over what was left. */
  readonly rolled_over: boolean
  /** The number of the first period from which every reset up to this one rolled over. */
  readonly rolled_from: number
  /** Whether something of it came after it had ended. */
  readonly restated: boolean
}

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
export interface BudgetPeriodRecord
  extends Pick<
    BudgetPeriod,
    | "client_id"
    | "budget_id"
    | "number"
    | "start"
    | "topped_up_amount"
    | "moved_amount"
    | "spent_amount"
    | "restated"
  > {
  /** Null for one that never ends. */
  readonly end: string | null
  readonly opening_amount: Money
  readonly closing_amount: Money
}

/** A period of a budget: by its number, or the one that an instant falls in. */
export type PeriodPlace =
  | { readonly budget_id: string; readonly number: number }
  | { readonly budget_id: string; readonly at: string }
