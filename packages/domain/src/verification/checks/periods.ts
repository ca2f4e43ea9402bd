import type { BudgetPeriod } from "../../core/records/budget-periods.ts"
import type { Budget } from "../../core/records/budgets.ts"
import { available, spent } from "../../ledger/rules.ts"
import type { PeriodSums, Turnover } from "../../ledger/turnover.ts"
import { amounts, type Check, inOrder } from "../check.ts"

/** A period as it is kept: of one that ended its own row, of the current one the budget's. */
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

/** The periods of each budget, by their number. */
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

/** "opening + topped up + moved − spent = closing". */
const withOpening = (amounts: Omit<Amounts, "opening">): Amounts => ({
  opening: amounts.closing - amounts.topped_up - amounts.moved + amounts.spent,
  ...amounts,
})

/**
 * What is kept of each period: what it began and closed with follows from those that rolled over
 * into it.
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
 * What the ledger says of each period. What was spent of what was not the budget's any more (of
 * members who had left) counts as moved. In a period without entries nothing moved: it closed with
 * what the one before it closed with.
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

/** The amounts of periods are what the ledger says of them. */
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

/** Begins a millisecond after `end`, however either is written. */
const follows = (end: string, start: string): boolean => Date.parse(start) - Date.parse(end) === 1

/** Whether a period is where it can be, after the one before it. */
const isInOrder = (period: Kept, before: Kept | undefined): boolean => {
  const { number, start, end, rolled_from } = period
  if (number !== (before?.number ?? 0) + 1) return false
  if (end !== null && end < start) return false
  if (before === undefined) return rolled_from === number
  if (before.end === null || !follows(before.end, start)) return false
  return rolled_from === (before.rolled_over ? before.rolled_from : number)
}

/**
 * The periods of a budget are numbered from 1 without a gap, each begins when the one before it
 * ended, and rolled over from where it says: 1 for yes.
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

/** What is kept of the periods of budgets. */
export const periodChecks: ReadonlyArray<Check<never>> = [periodAmounts, order]
