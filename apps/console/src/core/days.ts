/** Days in UTC, as in the service: `YYYY-MM-DD`. */

const dayMs = 86_400_000

/** Returns the UTC day of an instant. */
export const dayOf = (instant: Date): string => instant.toISOString().slice(0, 10)

/** Returns the day a number of days later. */
export const addDays = (date: string, days: number): string =>
  dayOf(new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs))

/** Returns the first day of the month of a day, or of the month a number of months later. */
export const monthStart = (date: string, months = 0): string => {
  const [year = 0, month = 1] = date.split("-").map(Number)
  return dayOf(new Date(Date.UTC(year, month - 1 + months, 1)))
}

/** Returns every day from the first to the last, both included. */
export const daysBetween = (first: string, last: string): ReadonlyArray<string> => {
  const count = Math.round((Date.parse(last) - Date.parse(first)) / dayMs) + 1
  return Array.from({ length: Math.max(0, count) }, (_, n) => addDays(first, n))
}
