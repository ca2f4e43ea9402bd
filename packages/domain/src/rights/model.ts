import type { Topup } from "../core/records/topups.ts"
import type { Sight } from "../core/sight.ts"
import type { BudgetTies } from "./rules/budgets.ts"

/**
 * What an operation asks of who a user is, where the role lacks the permission: the resource, and
 * what is done with it.
 */
export const ownRights = [
  "budgets.list",
  "budgets.read",
  "budgets.change",
  "budgets.periods",
  "budget_members.list",
  "budget_members.list_of_user",
  "budget_members.create",
  "budget_members.read",
  "budget_members.change",
  "budget_owners.list",
  "budget_owners.create",
  "budget_owners.remove",
  "topups.list",
  "topups.list_of_business",
  "topups.create",
  "topups.act",
  "transactions.list",
  "transactions.read",
  "transactions.change",
] as const
export type OwnRight = (typeof ownRights)[number]

/** What a path names, as far as rights go by it. */
export interface Subject {
  readonly client_id: number
  readonly budget_id?: string | undefined
  readonly budget_member_id?: number | undefined
  readonly topup_id?: string | undefined
  readonly transaction_id?: string | undefined
}

/** A budget, and what a path names of it. */
export interface BudgetSubject {
  readonly client_id: number
  readonly budget_id: string
  readonly budget_member_id: number | null
  readonly topup_id: string | null
  readonly sight: Sight
}

/** What a user is to a budget, and the topup that a path names. */
export interface BudgetFacts {
  readonly ties: BudgetTies
  /** Only where it is of that budget, and of that member or of none. */
  readonly topup: Topup | null
}
