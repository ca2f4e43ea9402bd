import type { Money } from "../core/money.ts"

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
export interface DailyBalance {
  readonly id: string
  readonly date: string
  readonly opening_balance: Money
  readonly closing_balance: Money
  /** The start of the day. */
  readonly created: string
  /**
   * When the latest movement of this day or of an earlier one was recorded; not before `created`.
   */
  readonly updated: string
}

/** The daily balances of a period; both balances "are those of the whole period". */
export interface Statement {
  readonly count: number
  readonly start_date: string
  readonly end_date: string
  readonly currency: string
  readonly opening_balance: Money
  readonly closing_balance: Money
  readonly daily_balances: ReadonlyArray<DailyBalance>
}

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
