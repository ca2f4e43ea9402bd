import { passesAll, type Where } from "../../core/questions.ts"
import type { BudgetMember } from "../../core/records/budget-members.ts"
import type { Verdict } from "../../core/sight.ts"
import { type BudgetTies, seesBudget } from "./budgets.ts"

/**
 * Returns the filter for the members of a budget that a user sees: all for an owner; "their own
 * membership" for a member. Null if the user sees none.
 */
export const seenMembers = ({ owner, membership }: BudgetTies): Where<BudgetMember> | null => {
  if (owner) return {}
  return membership === null ? null : { id: membership }
}

/** Returns true if a user sees this member of a budget. */
export const seesMember = (ties: BudgetTies, id: number): boolean => {
  const where = seenMembers(ties)
  return where !== null && passesAll(where, { id })
}

/**
 * Returns whether a user may list or add members of a budget through their ties. `ties` is null if
 * the budget does not exist. `reads` is true if the role shows all budgets; a list may be empty
 * then.
 */
export const judgeMembers = (
  right: "list" | "create",
  ties: BudgetTies | null,
  reads: boolean,
): Verdict => {
  if (ties === null) return reads && right === "create" ? "forbidden" : "hidden"
  if (ties.owner) return "allowed"
  if (!reads && !seesBudget(ties)) return "hidden"
  return right === "list" ? "allowed" : "forbidden"
}

/** Returns the same for one member; `reads` is true if the role shows all members. */
export const judgeMember = (
  right: "read" | "change",
  ties: BudgetTies | null,
  { budget_member_id, reads }: { readonly budget_member_id: number; readonly reads: boolean },
): Verdict => {
  if (ties?.owner === true) return "allowed"
  const sees = ties !== null && seesMember(ties, budget_member_id)
  if (sees && right === "read") return "allowed"
  return sees || reads ? "forbidden" : "hidden"
}
