import { epoch, timestamp } from "./dates.ts"

/** Every `ResetPeriod`. A financial year begins on the first day of the month in its name. */
export const resetPeriods = [
  "DAILY",
  "WEEKLY",
  "FORTNIGHTLY",
  "MONTHLY",
  "QUARTERLY",
  "ANNUALLY",
  "JULY_FINANCIAL_YEAR",
  "APRIL_FINANCIAL_YEAR",
  "NEVER",
] as const
/**
 * Frequency of a budget's resets. A budget with NEVER gets no funds after its first, except by
 * topups.
 */
export type ResetPeriod = (typeof resetPeriods)[number]

/**
 * A budget's period, in UTC: "half-open inside; on the wire `current_period_end` is the last
 * millisecond".
 */
export interface Period {
  readonly current_period_start: string
  /** Null if the period never ends. */
  readonly current_period_end: string | null
}

/**
 * Returns the period that contains `instant`, for a budget created at `created`. "DAILY: a day.
 * WEEKLY: Monday to Sunday. FORTNIGHTLY: two such weeks, counted from the week in which the budget
 * was created. MONTHLY, QUARTERLY (January, April, July, October), ANNUALLY (1 January),
 * JULY_FINANCIAL_YEAR, APRIL_FINANCIAL_YEAR as named. NEVER: the period starts at the budget's
 * creation", and has no end. Also works for instants before `created`.
 *
 * @throws RangeError if the period would leave the years 0000 to 9999.
 */
export const periodContaining = (
  resetPeriod: ResetPeriod,
  instant: string,
  created: string,
): Period => {
  switch (resetPeriod) {
    case "DAILY":
      return days(1, 0, instant)
    case "WEEKLY":
      return days(7, firstMonday, instant)
    case "FORTNIGHTLY":
      return days(14, floorTo(7, firstMonday, dayNumber(created)), instant)
    case "MONTHLY":
      return months(1, january, instant)
    case "QUARTERLY":
      return months(3, january, instant)
    case "ANNUALLY":
      return months(12, january, instant)
    case "JULY_FINANCIAL_YEAR":
      return months(12, july, instant)
    case "APRIL_FINANCIAL_YEAR":
      return months(12, april, instant)
    case "NEVER":
      return { current_period_start: created, current_period_end: null }
  }
}

/**
 * Returns the period that begins when `period` ends. A period that never ends is returned
 * unchanged.
 */
export const nextPeriod = (resetPeriod: ResetPeriod, period: Period, created: string): Period =>
  period.current_period_end === null
    ? period
    : periodContaining(resetPeriod, timestamp(epoch(period.current_period_end) + 1), created)

const dayMillis = 86_400_000

/** Days are counted from 1970-01-01, a Thursday. */
const firstMonday = 4
const dayNumber = (instant: string): number => Math.floor(epoch(instant) / dayMillis)

/** Months are counted from January of the year 0. */
const january = 0
const april = 3
const july = 6
const monthNumber = (instant: string): number =>
  Number(instant.slice(0, 4)) * 12 + Number(instant.slice(5, 7)) - 1
const monthStart = (month: number): number => new Date(0).setUTCFullYear(0, month, 1)

/**
 * Returns the largest of the numbers `origin`, `origin` ± `step`, `origin` ± 2 `step`, … that is
 * not greater than `n`.
 */
const floorTo = (step: number, origin: number, n: number): number =>
  origin + Math.floor((n - origin) / step) * step

const days = (length: number, origin: number, instant: string): Period => {
  const start = floorTo(length, origin, dayNumber(instant))
  return between(start * dayMillis, (start + length) * dayMillis)
}

const months = (length: number, origin: number, instant: string): Period => {
  const start = floorTo(length, origin, monthNumber(instant))
  return between(monthStart(start), monthStart(start + length))
}

const between = (start: number, next: number): Period => ({
  current_period_start: timestamp(start),
  current_period_end: timestamp(next - 1),
})
