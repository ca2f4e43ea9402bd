import type { Topup } from "../core/records/topups.ts"
import type { Sight } from "../core/sight.ts"
import type { BudgetTies } from "./rules/budgets.ts"

/**
 * Rights that a user may have through their ties to a record, even if their role does not permit
 * the operation; each is a resource and an action.
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

/** Ids in the path of a request that its rights depend on. */
export interface Subject {
  readonly client_id: number
  readonly budget_id?: string | undefined
  readonly budget_member_id?: number | undefined
  readonly topup_id?: string | undefined
  readonly transaction_id?: string | undefined
}

/** A budget, and the ids in the path that belong to it. */
export interface BudgetSubject {
  readonly client_id: number
  readonly budget_id: string
  readonly budget_member_id: number | null
  readonly topup_id: string | null
  readonly sight: Sight
}

/** Ties of a user to a budget, and the topup in the path. */
export interface BudgetFacts {
  readonly ties: BudgetTies
  /**
   * Null unless the topup belongs to this budget, and to the member in the path or, without one, to
   * the budget itself.
   */
  readonly topup: Topup | null
}
