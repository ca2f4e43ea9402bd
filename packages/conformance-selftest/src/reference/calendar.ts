/**
 * Instants are milliseconds since 1970 in UTC; a period includes its start and excludes its end.
 */
export interface Period {
  readonly start: number
  readonly end: number
}

export const dayLength = 86_400_000

/** An instant later than any request needs. */
const endOfTime = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/** 4 January 1970 was a Sunday, from which weeks and fortnights are counted. */
const firstSunday = 3 * dayLength

const ofDays = (now: number, days: number): Period => {
  const length = days * dayLength
  const start = firstSunday + Math.floor((now - firstSunday) / length) * length
  return { start, end: start + length }
}

const firstOf = (month: number): number => Date.UTC(Math.floor(month / 12), month % 12, 1)

/** Returns the period of this many months, counted from the given month (0 is January). */
const ofMonths = (now: number, months: number, first: number): Period => {
  const at = new Date(now)
  const month = at.getUTCFullYear() * 12 + at.getUTCMonth() - first
  const start = first + month - (month % months)
  return { start: firstOf(start), end: firstOf(start + months) }
}

const january = 0
const april = 3
const july = 6

/** The period of each name that contains `now`, for a budget made at `created`. */
export const periods = {
  DAILY: (now: number) => ofDays(now, 1),
  WEEKLY: (now: number) => ofDays(now, 7),
  FORTNIGHTLY: (now: number) => ofDays(now, 14),
  MONTHLY: (now: number) => ofMonths(now, 1, january),
  QUARTERLY: (now: number) => ofMonths(now, 3, january),
  ANNUALLY: (now: number) => ofMonths(now, 12, january),
  JULY_FINANCIAL_YEAR: (now: number) => ofMonths(now, 12, july),
  APRIL_FINANCIAL_YEAR: (now: number) => ofMonths(now, 12, april),
  NEVER: (_: number, created: number) => ({ start: created, end: endOfTime }),
} as const satisfies { readonly [name: string]: (now: number, created: number) => Period }
export type PeriodName = keyof typeof periods

/** Returns the UTC day of an instant, as `YYYY-MM-DD`. */
export const dayOf = (instant: number): string => new Date(instant).toISOString().slice(0, 10)

/** Returns an instant for JSON: UTC, to the microsecond. */
export const instantShown = (instant: number): string =>
  `${new Date(instant).toISOString().slice(0, -1)}000Z`

export const datesShown = (record: { readonly created: number; readonly updated: number }) => ({
  created: instantShown(record.created),
  updated: instantShown(record.updated),
})

const dayPattern = /^\d{4}-\d{2}-\d{2}$/u

/** Returns the instant at which a day begins in UTC; undefined if it is no valid day. */
export const startOfDay = (day: string): number | undefined => {
  if (!dayPattern.test(day)) return undefined
  const start = Date.parse(`${day}T00:00:00.000Z`)
  return Number.isNaN(start) || dayOf(start) !== day ? undefined : start
}
