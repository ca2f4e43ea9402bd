import type { ResetPeriod } from "../../../interface/world/spec.ts"

/** Returns the same day of the month in UTC, `months` later. */
const monthsAfter = (instant: number, months: number): number => {
  const date = new Date(instant)
  return date.setUTCMonth(date.getUTCMonth() + months)
}

const days = 86_400_000

const lengths: { readonly [period in Exclude<ResetPeriod, "NEVER">]: (start: number) => number } = {
  DAILY: (start) => start + days,
  WEEKLY: (start) => start + 7 * days,
  FORTNIGHTLY: (start) => start + 14 * days,
  MONTHLY: (start) => monthsAfter(start, 1),
  QUARTERLY: (start) => monthsAfter(start, 3),
  ANNUALLY: (start) => monthsAfter(start, 12),
  JULY_FINANCIAL_YEAR: (start) => monthsAfter(start, 12),
  APRIL_FINANCIAL_YEAR: (start) => monthsAfter(start, 12),
}

/**
 * True if a period of this kind lasts from start to end. The end may be the start of the next
 * period, the last instant of this one (ignoring fractions of the second), or the start of its last
 * day.
 */
export const lasts = (
  period: Exclude<ResetPeriod, "NEVER">,
  start: string,
  end: string,
): boolean => {
  const next = lengths[period](Date.parse(start))
  const gapMs = next - Date.parse(end)
  return (gapMs >= 0 && gapMs <= 1_000) || (period !== "DAILY" && gapMs === days)
}

/** True if the instant is on this day of the year in UTC, given as `MM-DD`. */
export const isOnDay = (instant: string, day: string): boolean =>
  new Date(instant).toISOString().slice(5, 10) === day
