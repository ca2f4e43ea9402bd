import type { Account, NewEntry } from "../core/entries.ts"
import type { Money } from "../core/money.ts"

/** Cause of a movement, shared by all of its entries. */
export interface Cause {
  readonly currency: string
  readonly date: string
  readonly resource: string
  readonly resource_id: string
  /** Number of the budget's period that the movement belongs to, if it moves a budget. */
  readonly period?: number
}

/**
 * Moves `amount` minor units from one account to another. A negative amount moves in the other
 * direction, and 0 makes no entry.
 */
export const move = (
  cause: Cause,
  amount: number,
  { from, to }: { readonly from: Account; readonly to: Account },
): ReadonlyArray<NewEntry> => {
  if (amount === 0) return []
  // No spread operator: an import makes three entries for each of its rows.
  return [
    {
      debit_account: amount > 0 ? to : from,
      credit_account: amount > 0 ? from : to,
      currency: cause.currency,
      date: cause.date,
      resource: cause.resource,
      resource_id: cause.resource_id,
      period: cause.period ?? null,
      amount: Math.abs(amount) as Money,
    },
  ]
}

export const available = (budgetId: string): Account => `budget:${budgetId}:available`
export const spent = (budgetId: string): Account => `budget:${budgetId}:spent`
export const memberAvailable = (memberId: number): Account => `member:${memberId}:available`
export const memberSpent = (memberId: number): Account => `member:${memberId}:spent`
