import type { BudgetPeriod } from "../../core/records/budget-periods.ts"
import type { Budget } from "../../core/records/budgets.ts"
import { available, spent } from "../../ledger/rules.ts"
import type { PeriodSums, Turnover } from "../../ledger/turnover.ts"
import { amounts, type Check, inOrder } from "../check.ts"

/** A stored period: the row of an ended one, or the fields of the budget for the current one. */
interface Kept
  extends Pick<
    BudgetPeriod,
    | "budget_id"
    | "number"
    | "start"
    | "rolled_from"
    | "rolled_over"
    | "granted_amount"
    | "topped_up_amount"
    | "moved_amount"
    | "spent_amount"
  > {
  readonly end: string | null
}

const current = (budget: Budget): Kept => ({
  budget_id: budget.id,
  number: budget.period_number,
  start: budget.period_start,
  end: budget.current_period_end,
  rolled_from: budget.rolled_from,
  rolled_over: false,
  granted_amount: budget.granted_amount,
  topped_up_amount: budget.topped_up_amount,
  moved_amount: budget.moved_amount,
  spent_amount: budget.spent_amount,
})

/** Returns the periods of each budget, ordered by number. */
export const periodsOf = (
  ended: ReadonlyArray<BudgetPeriod>,
  budgets: ReadonlyArray<Budget>,
): ReadonlyArray<readonly [string, ReadonlyArray<Kept>]> => {
  const all = Map.groupBy<string, Kept>(
    [...ended, ...budgets.map(current)],
    ({ budget_id }) => budget_id,
  )
  return inOrder(all).map(([id, periods]) => [id, periods.toSorted((a, b) => a.number - b.number)])
}

interface Amounts {
  readonly opening: number
  readonly topped_up: number
  readonly moved: number
  readonly spent: number
  readonly closing: number
}

/** Derives the opening amount: "opening + topped up + moved − spent = closing". */
const withOpening = (amounts: Omit<Amounts, "opening">): Amounts => ({
  opening: amounts.closing - amounts.topped_up - amounts.moved + amounts.spent,
  ...amounts,
})

/**
 * Returns the stored amounts of each period. Opening and closing amounts include funds that rolled
 * over from earlier periods.
 */
const listed = (periods: ReadonlyArray<Kept>): ReadonlyArray<Amounts> => {
  const closings = new Map<number, number>()
  return periods.map(({ rolled_from, granted_amount, ...period }) => {
    const change = period.topped_up_amount + period.moved_amount - period.spent_amount
    const closing = (closings.get(rolled_from) ?? 0) + granted_amount + change
    closings.set(rolled_from, closing)
    return withOpening({
      topped_up: period.topped_up_amount,
      moved: period.moved_amount,
      spent: period.spent_amount,
      closing,
    })
  })
}

const nothing: PeriodSums = { first: 0, total: 0, topups: 0, transactions: 0, budget_members: 0 }

/**
 * Returns the amounts of each period according to the ledger. Spending from funds that no longer
 * belonged to the budget (of members who had left) counts as moved. A period without entries has
 * the closing amount of the previous one.
 */
const recomputed = (
  budget_id: string,
  numbers: ReadonlyArray<number>,
  ledger: Turnover,
): ReadonlyArray<Amounts> => {
  const turnover = ledger.periodsOf(available(budget_id))
  const spendingOfPeriods = ledger.periodsOf(spent(budget_id))
  const inOrder = [...turnover].toSorted(([a], [b]) => (a ?? 0) - (b ?? 0))
  let closing = 0
  let next = 0
  return numbers.map((number) => {
    for (; next < inOrder.length; next++) {
      const [period, sums] = inOrder[next] as (typeof inOrder)[number]
      if ((period ?? 0) > number) break
      closing += sums.total
    }
    const { topups, transactions, budget_members } = turnover.get(number) ?? nothing
    const spending = spendingOfPeriods.get(number) ?? nothing
    const moved = budget_members + transactions + spending.transactions
    return withOpening({ topped_up: topups, moved, spent: spending.total, closing })
  })
}

/** The amounts of all periods match the ledger. */
const periodAmounts = amounts(
  "budget period",
  ["businesses", "budgets", "budget_periods", "ledger"],
  ({ businesses: [business], budgets, budget_periods, ledger }, differs) => ({
    end: () => {
      if (business === undefined) return
      const { currency } = business
      for (const [budget_id, periods] of periodsOf(budget_periods, budgets)) {
        const found = listed(periods)
        const numbers = periods.map(({ number }) => number)
        recomputed(budget_id, numbers, ledger).forEach((expected, n) => {
          for (const name of ["closing", "moved", "opening", "spent", "topped_up"] as const) {
            differs({
              ...{ of: `${budget_id} ${numbers[n]} ${name}`, currency },
              ...{ expected: expected[name], found: (found[n] as Amounts)[name] },
            })
          }
        })
      }
    },
  }),
)

/** True if the period begins one millisecond after `end`, in any format of the two timestamps. */
const follows = (end: string, start: string): boolean => Date.parse(start) - Date.parse(end) === 1

/** True if a period correctly follows the previous one. */
const isInOrder = (period: Kept, before: Kept | undefined): boolean => {
  const { number, start, end, rolled_from } = period
  if (number !== (before?.number ?? 0) + 1) return false
  if (end !== null && end < start) return false
  if (before === undefined) return rolled_from === number
  if (before.end === null || !follows(before.end, start)) return false
  return rolled_from === (before.rolled_over ? before.rolled_from : number)
}

/**
 * The periods of a budget are numbered from 1 without a gap, each begins when the previous one
 * ends, and `rolled_from` is right (1 for yes).
 */
const order = amounts(
  "budget periods in order",
  ["budgets", "budget_periods"],
  ({ budgets, budget_periods }, differs) => ({
    end: () => {
      for (const [budget_id, periods] of periodsOf(budget_periods, budgets)) {
        periods.forEach((period, n) => {
          const found = isInOrder(period, periods[n - 1]) ? 1 : 0
          differs({ of: `${budget_id} ${period.number}`, currency: null, expected: 1, found })
        })
      }
    },
  }),
)

/** Checks of the periods of budgets. */
export const periodChecks: ReadonlyArray<Check<never>> = [periodAmounts, order]
