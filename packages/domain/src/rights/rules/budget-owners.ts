import type { Verdict } from "../../core/sight.ts"
import { type BudgetTies, seesBudget } from "./budgets.ts"

/** The owners of a budget are seen by its owners. */
export const seesOwners = ({ owner }: BudgetTies): boolean => owner

/**
 * Whether a user may list the owners of a budget, add or remove one, as themselves. `ties` null:
 * there is no such budget. `reads`: the role shows all budgets, or all owners to one removed.
 */
export const judgeOwners = (
  right: "list" | "create" | "remove",
  ties: BudgetTies | null,
  reads: boolean,
): Verdict => {
  if (ties !== null && seesOwners(ties)) return "allowed"
  if (right === "remove") return reads ? "forbidden" : "hidden"
  if (ties === null) return reads && right === "create" ? "forbidden" : "hidden"
  if (!reads && !seesBudget(ties)) return "hidden"
  return right === "list" ? "allowed" : "forbidden"
}
