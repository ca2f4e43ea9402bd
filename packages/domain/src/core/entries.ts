import type { Money } from "./money.ts"

/**
 * The accounts of a business's ledger. `wallet`, `holds` and `outside` exist once for each
 * currency, the others in the business's own. A balance is the sum of debits less the sum of
 * credits.
 *
 * - `wallet`: money the business has, holds already taken out
 * - `holds`: money authorised and not yet cleared
 * - `outside`: the rest of the world, from which deposits come and to which spending goes
 * - `allocations`: where budgets get their funds from, and give them back to
 * - `budget:<id>:available`, `member:<id>:available`: what a budget or a member has left; the
 *   entries of a period and of those before it come to what it closed with
 * - `budget:<id>:spent`, `member:<id>:spent`: what was spent of it; the entries of a period come to
 *   what was spent in it
 */
export type Account =
  | "wallet"
  | "holds"
  | "outside"
  | "allocations"
  | `budget:${string}:${"available" | "spent"}`
  | `member:${number}:${"available" | "spent"}`

/**
 * One movement: `amount` minor units leave `credit_account` and arrive in `debit_account`. Balanced
 * by construction.
 */
export interface NewEntry {
  readonly debit_account: Account
  readonly credit_account: Account
  readonly currency: string
  /** Minor units, always more than 0: a movement the other way swaps the accounts. */
  readonly amount: Money
  /** The UTC day on which the movement counts, `YYYY-MM-DD`. */
  readonly date: string
  /** What caused it, such as `topups` and the topup's id. */
  readonly resource: string
  readonly resource_id: string
  /** The number of the budget's period that it belongs to; null where it moves no budget. */
  readonly period: number | null
}

/** A movement as it is kept: never changed, never removed. */
export interface Entry extends NewEntry {
  readonly client_id: number
  readonly id: number
  readonly created: string
}
