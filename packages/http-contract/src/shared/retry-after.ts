const month = "(?<month>[A-Z][a-z]{2})"
const time = "(?<time>\\d{2}:\\d{2}:\\d{2})"

/** The date formats of HTTP: the one in use, and two obsolete ones; all are in UTC. */
const dates = [
  new RegExp(`^[A-Z][a-z]{2}, (?<day>\\d{2}) ${month} (?<year>\\d{4}) ${time} GMT$`, "u"),
  new RegExp(`^[A-Z][a-z]{5,8}, (?<day>\\d{2})-${month}-(?<year>\\d{2}) ${time} GMT$`, "u"),
  new RegExp(`^[A-Z][a-z]{2} ${month} (?<day>[ \\d]\\d) ${time} (?<year>\\d{4})$`, "u"),
]

/** Returns milliseconds since 1970; NaN for other texts. Two-digit years are 1950 to 2049. */
const epochOf = (text: string): number => {
  const groups = dates.map((date) => date.exec(text)?.groups).find((found) => found !== undefined)
  return groups === undefined
    ? Number.NaN
    : Date.parse(`${groups.day} ${groups.month} ${groups.year} ${groups.time} GMT`)
}

/**
 * Returns the delay of a `Retry-After` header in milliseconds, at least 0: a number of seconds, or
 * an HTTP date. Null for another text. `now` is the wall clock in milliseconds.
 */
export const retryDelay = (field: string | null | undefined, now: number): number | null => {
  const text = field?.trim() ?? ""
  const delayMs = /^\d+$/u.test(text) ? Number(text) * 1000 : epochOf(text) - now
  return Number.isNaN(delayMs) ? null : Math.min(Math.max(delayMs, 0), Number.MAX_SAFE_INTEGER)
}
