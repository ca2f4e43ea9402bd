/** Exact sums of spending from the groups of a report. */
import type { SpendGroup } from "../api/records.ts"
import { addDays, daysBetween } from "./days.ts"
import { fromWire, type Minor } from "./money.ts"

/** Amount spent on each day, in order. */
export type DailySpending = ReadonlyArray<{ readonly day: string; readonly amount: Minor }>

/** Amount spent in a group, minus refunds. */
const netOf = ({ spent, refunded }: SpendGroup, currency: string): Minor =>
  fromWire(spent, currency) - fromWire(refunded, currency)

export const totalOf = (groups: ReadonlyArray<SpendGroup>, currency: string): Minor =>
  groups.reduce((total, group) => total + netOf(group, currency), 0)

/** Returns the amount of every day, from groups whose first key is a day. */
export const byDay = (
  groups: ReadonlyArray<SpendGroup>,
  first: string,
  last: string,
  currency: string,
): DailySpending => {
  const days = new Map(daysBetween(first, last).map((day) => [day, 0]))
  for (const group of groups) {
    const day = group.keys[0] ?? first
    days.set(day, (days.get(day) ?? 0) + netOf(group, currency))
  }
  return [...days].map(([day, amount]) => ({ day, amount }))
}

/** Returns the amount by key, largest first; null is the group without a key. */
export const byKey = (groups: ReadonlyArray<SpendGroup>, currency: string) =>
  groups
    .map((group) => ({ key: group.keys[0] ?? null, amount: netOf(group, currency) }))
    .sort((a, b) => b.amount - a.amount)

interface Sum {
  readonly key: string | null
  readonly amount: Minor
}

/** Returns the first `most` sums, and the sum of the others; null if there is at most one other. */
export const largest = (sums: ReadonlyArray<Sum>, most: number) => {
  if (sums.length <= most + 1) return { sums, rest: null }
  const rest = sums.slice(most).reduce((total, { amount }) => total + amount, 0)
  return { sums: sums.slice(0, most), rest }
}

/** Forecast of the amount left at the end of a period if spending continues at the same rate. */
export const forecast = (available: Minor, spent: Minor, past: number, all: number): Minor =>
  past === 0 ? available : available - Math.round((spent / past) * (all - past))

/** Available amount at the end of each day up to today, and a straight line to the forecast. */
export const burnDown = (
  days: DailySpending,
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
