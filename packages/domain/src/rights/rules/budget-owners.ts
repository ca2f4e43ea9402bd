import type { Verdict } from "../../core/sight.ts"
import { type BudgetTies, seesBudget } from "./budgets.ts"

/** Returns true if a user sees the owners of a budget: only its owners do. */
export const seesOwners = ({ owner }: BudgetTies): boolean => owner

/**
 * Returns whether a user may list, add or remove owners of a budget through their ties. `ties` is
 * null if the budget does not exist. `reads` is true if the role shows all budgets; for `remove`,
 * if it shows all owners.
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
