import type { Verdict } from "../../core/sight.ts"

/** Relations of a user to a budget. */
export interface BudgetTies {
  /** "An active owner of a budget." */
  readonly owner: boolean
  /** Id of the active membership, or null. */
  readonly membership: number | null
  /** True if the user is the `delegate_approver` of an active owner who is out of office today. */
  readonly deputy: boolean
}

export const noTies: BudgetTies = { owner: false, membership: null, deputy: false }

/**
 * Returns true if the user sees the budget: an owner may "read and change it"; "an active member of
 * a budget: read it".
 */
export const seesBudget = ({ owner, membership }: BudgetTies): boolean =>
  owner || membership !== null

/**
 * "Approve and decline: an active owner, an owner's delegate while that owner is out of office."
 */
export const approvesFor = ({ owner, deputy }: BudgetTies): boolean => owner || deputy

/**
 * Returns whether a user may read or change a budget, or read its periods, through their ties.
 * `ties` is null if the budget does not exist. `reads` is true if the role shows all budgets.
 */
export const judgeBudget = (
  right: "read" | "change" | "periods",
  ties: BudgetTies | null,
  reads: boolean,
): Verdict => {
  if (ties?.owner === true) return "allowed"
  const sees = ties !== null && seesBudget(ties)
  if (sees && right === "read") return "allowed"
  return sees || reads ? "forbidden" : "hidden"
}
