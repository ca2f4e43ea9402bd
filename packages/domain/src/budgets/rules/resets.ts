import { Result } from "effect"
import { type Decision, nothing } from "../../core/decision.ts"
import type { BudgetContext } from "../context.ts"
import { showBudget } from "./links.ts"
import { isDue, rollForward } from "./periods.ts"
/**
 * Resets that are due at `now`, of at most `maxAmounts` amounts, but one period in any case: each
 * resets the budget's amount, and those of its members. Answers how many amounts were reset, and
 * whether more are due.
 */
export const decideResets = (
  context: BudgetContext,
  now: string,
  maxAmounts: number,
): Result.Result<Decision<Resets>, never> => {
  const { budget, business, members } = context
  if (budget === null || !isDue(budget, now)) {
    return Result.succeed(nothing({ amounts: 0, more: false }))
  }
  const amounts = 1 + members.length
  const periods = Math.max(1, Math.floor(maxAmounts / amounts))
  const rolled = rollForward(
    business.currency,
    budget,
    members,
    now,
    (shown) => showBudget(shown, context),
    periods,
  )
  const { writes, entries, events } = rolled
  const result = { amounts: amounts * events.length, more: isDue(rolled.budget, now) }
  return Result.succeed({ result, writes, entries, events })
}

/** What a slice of resets did. */
export interface Resets {
  readonly amounts: number
  readonly more: boolean
}
