import { Result } from "effect"
import { type Decision, joined, type Part } from "../../core/decision.ts"
import type { ResetContext } from "../context.ts"
import { showBudget } from "./links.ts"
import { isDue, rollForward } from "./periods.ts"

/**
 * Resets budgets that are due at `now`, one after another: at most `maxAmounts` amounts, but at
 * least one period. Each reset counts one amount for the budget and one for each of its members.
 */
export const decideResets = (
  context: ResetContext,
  now: string,
  maxAmounts: number,
): Result.Result<Decision<Resets>, never> => {
  const { business } = context
  const budgets = new Map(context.budgets.map((budget) => [budget.id, budget]))
  const members = Map.groupBy(context.members, ({ budget_id }) => budget_id)
  const links = Map.groupBy(context.links, ({ budget_id }) => budget_id)
  const parts: Array<Part> = []
  const done = { amounts: 0, budgets: 0 }
  for (const id of context.budget_ids) {
    const amountsLeft = maxAmounts - done.amounts
    if (amountsLeft <= 0 && done.budgets > 0) break
    const budget = budgets.get(id)
    if (budget !== undefined && isDue(budget, now)) {
      const budgetMembers = members.get(id) ?? []
      const amounts = 1 + budgetMembers.length
      const catalogue = { ...context, custom_field_options: [], links: links.get(id) ?? [] }
      const { budget: rolled, ...part } = rollForward(
        business.currency,
        budget,
        budgetMembers,
        now,
        (shown) => showBudget(shown, catalogue),
        Math.max(1, Math.floor(amountsLeft / amounts)),
      )
      parts.push(part)
      done.amounts += amounts * part.events.length
      if (isDue(rolled, now)) break
    }
    done.budgets += 1
  }
  return Result.succeed({ result: done, ...joined(parts) })
}

/** Result of a slice of resets. */
export interface Resets {
  readonly amounts: number
  /** Number of the first budgets that are now in their current period. */
  readonly budgets: number
}
