import { addDays, monthStart } from "../core/days.ts"

/** Days in UTC, both included. */
export interface Period {
  readonly start_date: string
  readonly end_date: string
}

/** The months that begin `first` months after the one of a day, before the one `next` after it. */
const monthsFrom = (today: string, first: number, next: number): Period => ({
  start_date: monthStart(today, first),
  end_date: addDays(monthStart(today, next), -1),
})

/** The periods that books are exported by. */
export const periodsOf = (today: string) => {
  const sinceQuarter = (Number(today.slice(5, 7)) - 1) % 3
  return {
    lastMonth: monthsFrom(today, -1, 0),
    thisMonth: monthsFrom(today, 0, 1),
    lastQuarter: monthsFrom(today, -sinceQuarter - 3, -sinceQuarter),
  }
}
