import { addDays, monthStart } from "../core/days.ts"

/** Range of days in UTC, both included. */
export interface Period {
  readonly start_date: string
  readonly end_date: string
}

/**
 * Returns the range of months that starts `first` months after the month of a day, and ends before
 * the one `next` months after it.
 */
const monthsFrom = (today: string, first: number, next: number): Period => ({
  start_date: monthStart(today, first),
  end_date: addDays(monthStart(today, next), -1),
})

/** Returns usual periods of exports. */
export const periodsOf = (today: string) => {
  const sinceQuarter = (Number(today.slice(5, 7)) - 1) % 3
  return {
    lastMonth: monthsFrom(today, -1, 0),
    thisMonth: monthsFrom(today, 0, 1),
    lastQuarter: monthsFrom(today, -sinceQuarter - 3, -sinceQuarter),
  }
}
