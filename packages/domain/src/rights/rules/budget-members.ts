import { passesAll, type Where } from "../../core/questions.ts"
import type { BudgetMember } from "../../core/records/budget-members.ts"
import type { Verdict } from "../../core/sight.ts"
import { type BudgetTies, seesBudget } from "./budgets.ts"

/**
 * The members of a budget that a user sees, as a test: an owner sees every one; a member "their own
 * membership". Null: none.
 */
export const seenMembers = ({ owner, membership }: BudgetTies): Where<BudgetMember> | null => {
  if (owner) return {}
  return membership === null ? null : { id: membership }
}

/** Whether a user sees a member of a budget. */
export const seesMember = (ties: BudgetTies, id: number): boolean => {
  const where = seenMembers(ties)
  return where !== null && passesAll(where, { id })
}

/**
 * Whether a user may list the members of a budget, or add one, as themselves. `ties` null: there is
 * no such budget. `reads`: the role shows all budgets, and then the list may be empty.
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

/** The same for one member; `reads`: the role shows all members. */
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
