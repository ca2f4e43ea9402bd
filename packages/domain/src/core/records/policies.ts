import type { BigDecimal } from "effect"
import type { Money } from "../money.ts"

/** "A topup needs approval when any policy covers its budget and its amount is above the bound." */
export interface Policy {
  readonly client_id: number
  readonly id: string
  readonly name: string
  /** Null: every budget. */
  readonly budget_id: string | null
  /** Null: always. Minor units of the business's own currency. */
  readonly above_amount: Money | null
  readonly created: string
  readonly updated: string
}

export interface PolicyKey {
  readonly client_id: number
  readonly policy_id: string
}

/** "`name`, `budget_id` (or null: all), `above_amount` (or null: always)." */
export interface CreatePolicy {
  readonly name: string
  readonly budget_id?: string | null | undefined
  /** Major units, at least 0. */
  readonly above_amount?: BigDecimal.BigDecimal | null | undefined
}

/** Changes the fields that are named, and no others. */
export interface UpdatePolicy {
  readonly name?: string | undefined
  readonly budget_id?: string | null | undefined
  readonly above_amount?: BigDecimal.BigDecimal | null | undefined
}
