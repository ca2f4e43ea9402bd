/** Which statement is shown, as the address says it. */
import { addDays, daysBetween } from "../core/days.ts"

export interface Filters {
  readonly currency?: string
  readonly from?: string
  readonly to?: string
  readonly tab?: string
  /** The id of the export that is shown. */
  readonly export?: string
  readonly page?: string
}

/** As many days as one answer of the API has. */
export const mostDays = 500

const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/u.test(text) && !Number.isNaN(Date.parse(text))

const allowed: Readonly<Record<keyof Filters, (text: string) => boolean>> = {
  currency: (text) => /^[A-Z]{3}$/u.test(text),
  from: isDay,
  to: isDay,
  tab: (text) => /^[a-z]{1,16}$/u.test(text),
  export: (text) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u.test(text),
  page: (text) => /^[1-9]\d{0,8}$/u.test(text),
}

/** The filters in an address: one that somebody edited by hand is cleaned, and not refused. */
export const filtersIn = (search: Readonly<Record<string, unknown>>): Filters =>
  Object.fromEntries(
    Object.entries(allowed).flatMap(([name, isAllowed]) => {
      const value = search[name]
      return typeof value === "string" && isAllowed(value) ? [[name, value]] : []
    }),
  )

/** The days of the statement: 90 up to today, and never more than the API gives at once. */
export const daysOf = ({ from, to }: Filters, today: string) => {
  const end = to ?? today
  const start = from ?? addDays(end, -89)
  if (start > end) return { start: end, end }
  const isTooLong = daysBetween(start, end).length > mostDays
  return { start: isTooLong ? addDays(end, 1 - mostDays) : start, end }
}
