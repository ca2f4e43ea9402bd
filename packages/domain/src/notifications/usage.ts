import type { Budget } from "../core/records/budgets.ts"
import type { BudgetAlert } from "../core/records/notifications.ts"

/** "At 80 % and at 100 % of a budget." */
const thresholds = [100, 80] as const

/**
 * The highest threshold that the spending of the current period has reached, in percent of all
 * funds that the period has had; 0 where it has reached none. What is spent without any funds has
 * reached the last.
 */
export const reached = ({
  available_amount,
  spent_amount,
}: Pick<Budget, "available_amount" | "spent_amount">): number => {
  if (spent_amount <= 0) return 0
  // Both are up to fifteen digits: a hundred times as much is no safe integer any more.
  const [spent, funds] = [BigInt(spent_amount), BigInt(available_amount + spent_amount)]
  return thresholds.find((percent) => spent * 100n >= funds * BigInt(percent)) ?? 0
}

/** What the owners are told of now: a threshold that they were not told of in this period; or 0. */
export const newlyReached = (budget: Budget, alert: BudgetAlert | null): number => {
  const lastPercent = alert?.period_number === budget.period_number ? alert.percent : 0
  const percent = budget.is_deleted ? 0 : reached(budget)
  return percent > lastPercent ? percent : 0
}
