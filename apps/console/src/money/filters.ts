/** Filters of the statement in the address. */
import { addDays, daysBetween } from "../core/days.ts"

export interface Filters {
  readonly currency?: string
  readonly from?: string
  readonly to?: string
  readonly tab?: string
  /** Id of the open export. */
  readonly export?: string
  readonly page?: string
}

/** Maximum number of days in a response of the API. */
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

/**
 * Returns the valid filters of an address. Invalid values in a hand-edited address are ignored, not
 * refused.
 */
export const filtersIn = (search: Readonly<Record<string, unknown>>): Filters =>
  Object.fromEntries(
    Object.entries(allowed).flatMap(([name, isAllowed]) => {
      const value = search[name]
      return typeof value === "string" && isAllowed(value) ? [[name, value]] : []
    }),
  )

/** Days of the statement: by default 90 up to today, at most as many as a response can have. */
export const daysOf = ({ from, to }: Filters, today: string) => {
  const end = to ?? today
  const start = from ?? addDays(end, -89)
  if (start > end) return { start: end, end }
  const isTooLong = daysBetween(start, end).length > mostDays
  return { start: isTooLong ? addDays(end, 1 - mostDays) : start, end }
}
