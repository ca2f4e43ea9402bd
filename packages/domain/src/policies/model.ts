import type { Money } from "../shared/money.ts"

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
