import type { Money } from "./money.ts"

/**
 * The accounts of a business's ledger. `wallet`, `holds` and `outside` exist once for each
 * currency, the others only in the currency of the business. A balance is the sum of debits minus
 * the sum of credits.
 *
 * - `wallet`: money of the business, after deduction of holds
 * - `holds`: money that is authorised and not yet cleared
 * - `outside`: the rest of the world: the source of deposits and the destination of spending
 * - `allocations`: the source of the funds of budgets, to which they also return
 * - `budget:<id>:available`, `member:<id>:available`: amount that a budget or a member has left.
 * The entries of a period and of all earlier ones add up to its closing amount.
 * - `budget:<id>:spent`, `member:<id>:spent`: amount spent. The entries of a period add up to the
 * amount spent in it.
 */
export type Account =
  | "wallet"
  | "holds"
  | "outside"
  | "allocations"
  | `budget:${string}:${"available" | "spent"}`
  | `member:${number}:${"available" | "spent"}`

/**
 * One movement of `amount` minor units from `credit_account` to `debit_account`. It is always
 * balanced.
 */
export interface NewEntry {
  readonly debit_account: Account
  readonly credit_account: Account
  readonly currency: string
  /** Minor units, always greater than 0. A movement in the other direction swaps the accounts. */
  readonly amount: Money
  /** UTC day on which the movement counts, `YYYY-MM-DD`. */
  readonly date: string
  /** Cause of the movement, such as `topups` and the id of the topup. */
  readonly resource: string
  readonly resource_id: string
  /** Number of the budget's period that the movement belongs to; null if it concerns no budget. */
  readonly period: number | null
}

/** A stored movement. It is never changed and never removed. */
export interface Entry extends NewEntry {
  readonly client_id: number
  readonly id: number
  readonly created: string
}
