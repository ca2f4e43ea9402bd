import type { Budget } from "../core/records/budgets.ts"
import type { BudgetAlert } from "../core/records/notifications.ts"

/** "At 80 % and at 100 % of a budget." */
const thresholds = [100, 80] as const

/**
 * Returns the highest threshold that the spending of the current period has reached, in percent of
 * all funds of the period; 0 if none. Spending without any funds counts as 100.
 */
export const reached = ({
  available_amount,
  spent_amount,
}: Pick<Budget, "available_amount" | "spent_amount">): number => {
  if (spent_amount <= 0) return 0
  // Amounts have up to fifteen digits; a hundred times that is not a safe integer.
  const [spent, funds] = [BigInt(spent_amount), BigInt(available_amount + spent_amount)]
  return thresholds.find((percent) => spent * 100n >= funds * BigInt(percent)) ?? 0
}

/**
 * Returns the threshold to report to the owners, if it was not reported in this period; otherwise
 * 0.
 */
export const newlyReached = (budget: Budget, alert: BudgetAlert | null): number => {
  const lastPercent = alert?.period_number === budget.period_number ? alert.percent : 0
  const percent = budget.is_deleted ? 0 : reached(budget)
  return percent > lastPercent ? percent : 0
}
