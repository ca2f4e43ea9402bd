import type { Money } from "../core/money.ts"
import type {
  BudgetPeriod,
  BudgetPeriodRecord,
  EndedPeriod,
} from "../core/records/budget-periods.ts"
import type { Budget } from "../core/records/budgets.ts"

/** Returns the difference between the closing and the opening amount of a period. */
const change = ({ topped_up_amount, moved_amount, spent_amount }: BudgetPeriod): number =>
  topped_up_amount + moved_amount - spent_amount

/**
 * Adds the opening amounts to ended periods of one budget, which must be consecutive. `carried` is
 * the amount that rolled over into the first of them, or 0.
 */
export const withOpenings = (
  periods: ReadonlyArray<BudgetPeriod>,
  carried = 0,
): ReadonlyArray<Omit<EndedPeriod, "lapsed">> => {
  let left = carried
  return periods.map((period) => {
    const rolled = period.rolled_from === period.number ? 0 : left
    const opening = rolled + period.granted_amount
    left = opening + change(period)
    return { period, opening_amount: opening as Money }
  })
}

/** Adds the derived values to all ended periods of a budget, from the first one on. */
export const endedPeriods = (periods: ReadonlyArray<BudgetPeriod>): ReadonlyArray<EndedPeriod> => {
  let lapsed: number | null = null
  return withOpenings(periods)
    .toReversed()
    .map((ended) => {
      if (!ended.period.rolled_over) lapsed = ended.period.number + 1
      return { ...ended, lapsed }
    })
    .toReversed()
}

/** Returns an ended period as the interface shows it. */
export const showEnded = ({
  period,
  opening_amount,
}: Omit<EndedPeriod, "lapsed">): BudgetPeriodRecord => ({
  client_id: period.client_id,
  budget_id: period.budget_id,
  number: period.number,
  start: period.start,
  end: period.end,
  opening_amount,
  topped_up_amount: period.topped_up_amount,
  moved_amount: period.moved_amount,
  spent_amount: period.spent_amount,
  closing_amount: (opening_amount + change(period)) as Money,
  restated: period.restated,
})

/** Returns the current period of a budget as the interface shows it. It is never restated. */
export const showCurrent = (budget: Budget): BudgetPeriodRecord => {
  const { topped_up_amount, moved_amount, spent_amount, available_amount } = budget
  const opening = available_amount + spent_amount - topped_up_amount - moved_amount
  return {
    client_id: budget.client_id,
    budget_id: budget.id,
    number: budget.period_number,
    start: budget.period_start,
    end: budget.current_period_end,
    opening_amount: opening as Money,
    topped_up_amount,
    moved_amount,
    spent_amount,
    closing_amount: available_amount,
    restated: false,
  }
}

/** Returns the range of period numbers on a page: from `newest` down to `oldest`. */
export const numbersOf = (
  { period_number }: Pick<Budget, "period_number">,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): { readonly newest: number; readonly oldest: number } => {
  const newest = period_number - offset
  return { newest, oldest: Math.max(1, newest - limit + 1) }
}

/**
 * Adds late spending (negative: refunds) to an ended period of a budget: "a movement of an earlier
 * period restates that period: its spent amount and closing amounts". The opening amounts of the
 * later periods that its funds rolled over into change by the same difference. If the spending does
 * not weigh on the budget's funds, it counts as moved and the closing amount stays.
 */
export const restated = (
  periods: ReadonlyArray<EndedPeriod>,
  number: number,
  { spending, weighs }: { readonly spending: number; readonly weighs: boolean },
): ReadonlyArray<EndedPeriod> => {
  const at = periods.find(({ period }) => period.number === number)
  if (at === undefined) return periods
  return periods.map((ended) => {
    const { period, opening_amount } = ended
    if (ended === at) {
      const spent_amount = (period.spent_amount + spending) as Money
      const moved_amount = (period.moved_amount + (weighs ? 0 : spending)) as Money
      return { ...ended, period: { ...period, spent_amount, moved_amount, restated: true } }
    }
    const follows = period.number > number && period.rolled_from === at.period.rolled_from
    if (!weighs || !follows) return ended
    return { ...ended, opening_amount: (opening_amount - spending) as Money }
  })
}
