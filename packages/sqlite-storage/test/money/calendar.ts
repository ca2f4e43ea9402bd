/** The calendar of the interface's text, with the arithmetic of `Date`. */
export type Cadence =
  | "DAILY"
  | "WEEKLY"
  | "FORTNIGHTLY"
  | "MONTHLY"
  | "QUARTERLY"
  | "ANNUALLY"
  | "JULY_FINANCIAL_YEAR"
  | "APRIL_FINANCIAL_YEAR"
  | "NEVER"

export const cadences: ReadonlyArray<Cadence> = [
  ...(["DAILY", "WEEKLY", "FORTNIGHTLY", "MONTHLY", "QUARTERLY"] as const),
  ...(["ANNUALLY", "JULY_FINANCIAL_YEAR", "APRIL_FINANCIAL_YEAR", "NEVER"] as const),
]

export const day = 86_400_000

const midnight = (at: number): number => at - (((at % day) + day) % day)

/** Returns the Monday on or before an instant. */
const monday = (at: number): number => midnight(at) - ((new Date(at).getUTCDay() + 6) % 7) * day

const firstOf = (year: number, month: number): number => Date.UTC(year, month, 1)

/** Returns the first instant of a period, and the first one after it; null if it never ends. */
export const boundsOf = (
  cadence: Cadence,
  at: number,
  created: number,
): { readonly start: number; readonly end: number | null } => {
  const date = new Date(at)
  const year = date.getUTCFullYear()
  const month = date.getUTCMonth()
  /**
   * Returns the period of `length` months that contains the date, counted from month `first` of a
   * year.
   */
  const ofMonths = (first: number, length: number) => {
    const into = (((month - first) % length) + length) % length
    return { start: firstOf(year, month - into), end: firstOf(year, month - into + length) }
  }
  switch (cadence) {
    case "DAILY":
      return { start: midnight(at), end: midnight(at) + day }
    case "WEEKLY":
      return { start: monday(at), end: monday(at) + 7 * day }
    case "FORTNIGHTLY": {
      const weeks = Math.round((monday(at) - monday(created)) / (7 * day))
      const start = monday(at) - (Math.abs(weeks) % 2) * 7 * day
      return { start, end: start + 14 * day }
    }
    case "MONTHLY":
      return ofMonths(0, 1)
    case "QUARTERLY":
      return ofMonths(0, 3)
    case "ANNUALLY":
      return ofMonths(0, 12)
    case "JULY_FINANCIAL_YEAR":
      return ofMonths(6, 12)
    case "APRIL_FINANCIAL_YEAR":
      return ofMonths(3, 12)
    case "NEVER":
      return { start: created, end: null }
  }
}
