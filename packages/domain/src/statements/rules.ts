import { addDays, dayOf, daysBetween, eachDay, startOfDay } from "../core/dates.ts"
import { isBalance, money } from "../core/money.ts"
import type { PageRequest } from "../core/page.ts"
import type { DailyBalance, Moved, Statement } from "./model.ts"
import type { WalletMovements } from "./store.ts"

/** Requested period, and the current UTC day. */
export interface StatementPeriod {
  readonly start_date: string
  readonly end_date: string
  readonly today: string
}

/**
 * "One daily balance for every UTC day of the period on which the wallet existed (from its creation
 * or its first movement, whichever is earlier), today included, future days not; each day's opening
 * is the day before's closing." The balances of the statement "are those of the whole period,
 * whichever page is read"; "no day in range: `count` 0, and both balances what the wallet held then
 * (0 before it existed)".
 */
export const statement = (
  { wallet, first_date, before, days }: WalletMovements,
  { start_date, end_date, today }: StatementPeriod,
  page: PageRequest,
): Statement => {
  const born = dayOf(wallet.created)
  const from = latest(start_date, first_date === null ? born : earliest(born, first_date))
  const to = earliest(end_date, today)
  const count = Math.max(0, daysBetween(from, to) + 1)
  const past = days.filter(({ date }) => date <= to)
  const { currency } = wallet
  return {
    count,
    start_date,
    end_date,
    currency,
    opening_balance: money(before.amount),
    closing_balance: money(past.reduce(add, before).amount),
    daily_balances: pageDays(from, to, count, page).map(dailyBalance(before, past, wallet)),
  }
}

/**
 * Returns true if every balance of the period is within the range of balances. The balance of a
 * wallet stays in range while movements are recorded, but in the order of their dates they may
 * exceed it.
 */
export const isWithinBounds = ({
  before,
  days,
}: Pick<WalletMovements, "before" | "days">): boolean => {
  let sum = before.amount
  const sums = days.map(({ amount }) => {
    sum += amount
    return sum
  })
  return [before.amount, ...sums].every(isBalance)
}

const latest = (a: string, b: string): string => (a > b ? a : b)
const earliest = (a: string, b: string): string => (a < b ? a : b)

const pageDays = (
  from: string,
  to: string,
  count: number,
  { offset, limit }: PageRequest,
): ReadonlyArray<string> =>
  offset >= count
    ? []
    : eachDay(
        addDays(from, offset),
        offset + limit < count ? addDays(from, offset + limit - 1) : to,
      )

/**
 * Returns a function that computes the balance of a day. It must be called with days in ascending
 * order, because it goes through the movements once.
 */
const dailyBalance = (
  before: Moved,
  days: WalletMovements["days"],
  { client_id, currency }: WalletMovements["wallet"],
): ((date: string) => DailyBalance) => {
  let sum = before
  let next = 0
  const walkTo = (isWanted: (day: string) => boolean): Moved => {
    for (let day = days[next]; day !== undefined && isWanted(day.date); day = days[++next]) {
      sum = add(sum, day)
    }
    return sum
  }
  return (date) => {
    const opening = walkTo((day) => day < date)
    const closing = walkTo((day) => day <= date)
    const created = startOfDay(date)
    return {
      id: `${client_id}-${currency}-${date}`,
      date,
      currency,
      opening_balance: money(opening.amount),
      closing_balance: money(closing.amount),
      created,
      updated: latest(created, closing.updated ?? created),
    }
  }
}

const add = (sum: Moved, { amount, updated }: Moved): Moved => ({
  amount: sum.amount + amount,
  updated: updated === null ? sum.updated : latest(sum.updated ?? updated, updated),
})
