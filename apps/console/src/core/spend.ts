/** What was spent, added up from transactions, exactly. */
import type { Transaction } from "../api/records.ts"
import { addDays, daysBetween } from "./days.ts"
import { fromWire, type Minor } from "./money.ts"

export interface Spending {
  readonly total: Minor
  /** By UTC day, every day of the range, in its order. */
  readonly days: ReadonlyArray<{ readonly day: string; readonly amount: Minor }>
  /** By category, the largest first; null is none. */
  readonly categories: ReadonlyArray<{ readonly name: string | null; readonly amount: Minor }>
}

/** What transactions of some days add up to. */
export const addUp = (
  transactions: ReadonlyArray<Pick<Transaction, "auth_date" | "amount" | "line_items">>,
  first: string,
  last: string,
  currency: string,
): Spending => {
  const days = new Map(daysBetween(first, last).map((day) => [day, 0]))
  const categories = new Map<string | null, Minor>()
  let total = 0
  for (const { auth_date, amount, line_items } of transactions) {
    const spent = -fromWire(amount, currency)
    const day = auth_date.slice(0, 10)
    total += spent
    days.set(day, (days.get(day) ?? 0) + spent)
    let rest = spent
    for (const item of line_items) {
      const part = Math.sign(spent) * fromWire(item.amount, currency)
      const name = item.category?.name ?? null
      categories.set(name, (categories.get(name) ?? 0) + part)
      rest -= part
    }
    if (rest !== 0) categories.set(null, (categories.get(null) ?? 0) + rest)
  }
  return {
    total,
    days: [...days].map(([day, amount]) => ({ day, amount })),
    categories: [...categories]
      .map(([name, amount]) => ({ name, amount }))
      .sort((a, b) => b.amount - a.amount),
  }
}

/** What will be left at the end of a period, if spending goes on as it did. */
export const forecast = (available: Minor, spent: Minor, past: number, all: number): Minor =>
  past === 0 ? available : available - Math.round((spent / past) * (all - past))

/** What was available at the end of each day up to today, and a straight line to the forecast. */
export const burnDown = (
  { days }: Spending,
  available: Minor,
  today: string,
  last: string,
): ReadonlyArray<{ day: string; left?: Minor; ahead?: Minor }> => {
  const past = days.filter(({ day }) => day <= today)
  const spent = past.reduce((sum, { amount }) => sum + amount, 0)
  let left = available + spent
  const shown = past.map(({ day, amount }) => {
    left -= amount
    return { day, left }
  })
  const rest = today < last ? daysBetween(addDays(today, 1), last) : []
  const end = forecast(available, spent, past.length, past.length + rest.length)
  const step = rest.length === 0 ? 0 : (end - available) / rest.length
  return [
    ...shown.map((point, n) =>
      n === shown.length - 1 && rest.length > 0 ? { ...point, ahead: available } : point,
    ),
    ...rest.map((day, n) => ({ day, ahead: Math.round(available + step * (n + 1)) })),
  ]
}
