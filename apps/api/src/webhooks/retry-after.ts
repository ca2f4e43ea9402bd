import { timestamp } from "@outlay/domain/rules"

const month = "(?<month>[A-Z][a-z]{2})"
const time = "(?<time>\\d{2}:\\d{2}:\\d{2})"

/** The dates of HTTP: the one that is sent today, and two that were; all are in UTC. */
const dates = [
  new RegExp(`^[A-Z][a-z]{2}, (?<day>\\d{2}) ${month} (?<year>\\d{4}) ${time} GMT$`, "u"),
  new RegExp(`^[A-Z][a-z]{5,8}, (?<day>\\d{2})-${month}-(?<year>\\d{2}) ${time} GMT$`, "u"),
  new RegExp(`^[A-Z][a-z]{2} ${month} (?<day>[ \\d]\\d) ${time} (?<year>\\d{4})$`, "u"),
]

/** In milliseconds since 1970; NaN for what is no date. Years of two digits are 1950 to 2049. */
const epochOf = (text: string): number => {
  const groups = dates.map((date) => date.exec(text)?.groups).find((found) => found !== undefined)
  return groups === undefined
    ? Number.NaN
    : Date.parse(`${groups.day} ${groups.month} ${groups.year} ${groups.time} GMT`)
}

const maxDelayMs = 30 * 86_400_000

/** The two clocks by which an answer is read, in milliseconds. */
export interface Clocks {
  /** The service's own, by which it plans. */
  readonly now: number
  /** The one that receivers go by: in a sandbox the service's may be ahead of it. */
  readonly world: number
}

/**
 * The instant that `Retry-After` names, in the service's time: seconds from now, or a date; at most
 * thirty days from now, and now if it is past. Null for anything else.
 */
export const retryAfter = (field: string | undefined, { now, world }: Clocks): string | null => {
  const text = field?.trim() ?? ""
  const delayMs = /^\d+$/u.test(text) ? Number(text) * 1000 : epochOf(text) - world
  return Number.isNaN(delayMs) ? null : timestamp(now + Math.min(Math.max(delayMs, 0), maxDelayMs))
}
