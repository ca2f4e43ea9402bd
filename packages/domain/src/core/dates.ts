/**
 * Timestamps are RFC 3339 text in UTC with milliseconds, "2026-01-01T00:00:00.000Z", and dates are
 * "2026-01-01": both sort as text. Years run from 0001 to 9999. Nothing here reads a clock or a
 * time zone.
 */

const dayMillis = 86_400_000

/** The latest result of `timestamp`, because many requests arrive in the same millisecond. */
let latest = { epochMillis: Number.NaN, text: "" }

/**
 * Formats an instant, in milliseconds since 1970.
 *
 * @throws RangeError if its year needs more than four digits.
 */
export const timestamp = (epochMillis: number): string => {
  if (epochMillis === latest.epochMillis) return latest.text
  const text = new Date(epochMillis).toISOString()
  if (text.length !== 24) throw new RangeError(`${text} is not within the years 0000 to 9999`)
  latest = { epochMillis, text }
  return text
}

/** Returns the milliseconds since 1970 of a timestamp. */
export const epoch = (timestamp: string): number => Date.parse(timestamp)

/** True if the text is a real calendar day, written YYYY-MM-DD, of the years 0001 to 9999. */
export const isDate = (text: string): boolean => {
  if (!/^\d{4}-\d{2}-\d{2}$/u.test(text)) return false
  const year = Number(text.slice(0, 4))
  const month = Number(text.slice(5, 7))
  const day = Number(text.slice(8))
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month)
}

const daysIn = (year: number, month: number): number => {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

const clock = String.raw`(?:[01]\d|2[0-3]):[0-5]\d`
const rfc3339 = new RegExp(
  String.raw`^(\d{4}-\d{2}-\d{2})T(${clock}:[0-5]\d)(?:\.(\d{1,9}))?(?:Z|([+-])(${clock}))$`,
  "iu",
)
/** Format of a timestamp. It does not check the day. */
const written = new RegExp(String.raw`^\d{4}-\d{2}-\d{2}T${clock}:[0-5]\d\.\d{3}Z$`, "u")

/**
 * Parses an RFC 3339 date-time, with `Z` or an offset and at most nine digits of a second, to a
 * timestamp, truncated to milliseconds. Returns null for any other text, also for the leap second
 * 23:59:60.
 */
export const parseTimestamp = (text: string): string | null => {
  // Fast path: most texts are already in the stored format.
  if (written.test(text)) return isDate(text.slice(0, 10)) ? text : null
  const match = rfc3339.exec(text)
  if (match === null) return null
  const [, date = "", time = "", fraction = "", sign, offset = ""] = match
  if (!isDate(date)) return null
  const local = `${date}T${time}.${fraction.slice(0, 3).padEnd(3, "0")}Z`
  if (sign === undefined) return local
  const ahead = (Number(offset.slice(0, 2)) * 60 + Number(offset.slice(3))) * 60_000
  const instant = epoch(local) + (sign === "-" ? ahead : -ahead)
  return instant < first || instant > last ? null : timestamp(instant)
}

/**
 * Returns the text if it is a timestamp.
 *
 * @throws RangeError for any other text, also for one with an offset: timestamps are compared as
 * text, so an offset would put it on another day. Parse with `parseTimestamp` first.
 */
export const requireTimestamp = (pointer: string, text: string): string => {
  if (written.test(text) && isDate(text.slice(0, 10))) return text
  const rule = "must be a UTC timestamp such as 2026-11-02T09:30:00.000Z"
  throw new RangeError(`${pointer} ${rule}, and it is ${JSON.stringify(text)}.`)
}

/**
 * Returns the text if it is a day.
 *
 * @throws RangeError for any other text. Check with `isDate` first.
 */
export const requireDate = (pointer: string, text: string): string => {
  if (isDate(text)) return text
  const rule = "must be a day such as 2026-11-02"
  throw new RangeError(`${pointer} ${rule}, and it is ${JSON.stringify(text)}.`)
}

/** Returns the UTC day of a timestamp. */
export const dayOf = (timestamp: string): string => timestamp.slice(0, 10)

/** Returns the first millisecond of a UTC day. */
export const startOfDay = (date: string): string => `${date}T00:00:00.000Z`

/** Returns the last millisecond of a UTC day. */
export const endOfDay = (date: string): string => `${date}T23:59:59.999Z`

const first = epoch(startOfDay("0001-01-01"))
const last = epoch(endOfDay("9999-12-31"))

/** Returns the day `n` days later, or earlier if `n` is negative. */
export const addDays = (date: string, n: number): string =>
  dayOf(timestamp(epoch(startOfDay(date)) + n * dayMillis))

/** Number of days from `a` to `b`: 1 from one day to the next, negative if `b` is earlier. */
export const daysBetween = (a: string, b: string): number =>
  (epoch(startOfDay(b)) - epoch(startOfDay(a))) / dayMillis

/** Returns every day from `from` to `to`, both included; none if `from` is later. */
export const eachDay = (from: string, to: string): ReadonlyArray<string> =>
  Array.from({ length: Math.max(0, daysBetween(from, to) + 1) }, (_, n) => addDays(from, n))

/** Returns the Monday of the week of a UTC day. */
export const mondayOf = (day: string): string => {
  // 1970-01-01 was a Thursday.
  const days = epoch(startOfDay(day)) / dayMillis + 3
  return addDays(day, -(((days % 7) + 7) % 7))
}

/** Returns the last day of the month of a UTC day. */
export const endOfMonth = (day: string): string => {
  const [year = 0, month = 0] = day.split("-").map(Number)
  const days = new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate()
  return `${day.slice(0, 8)}${days}`
}
