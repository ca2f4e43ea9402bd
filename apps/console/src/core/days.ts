/** Days in UTC, as the service counts them: `YYYY-MM-DD`. */

const dayMs = 86_400_000

/** The UTC day of an instant. */
export const dayOf = (instant: Date): string => instant.toISOString().slice(0, 10)

/** The day that many days later. */
export const addDays = (date: string, days: number): string =>
  dayOf(new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs))

/** The first day of the month of a day, that many months later. */
export const monthStart = (date: string, months = 0): string => {
  const [year = 0, month = 1] = date.split("-").map(Number)
  return dayOf(new Date(Date.UTC(year, month - 1 + months, 1)))
}

/** Every day from the first to the last, both included. */
export const daysBetween = (first: string, last: string): ReadonlyArray<string> => {
  const count = Math.round((Date.parse(last) - Date.parse(first)) / dayMs) + 1
  return Array.from({ length: Math.max(0, count) }, (_, n) => addDays(first, n))
}
