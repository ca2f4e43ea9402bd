import { useBusiness } from "../app/business.ts"
import { useLanguage } from "../texts/languages.ts"
import { memoize } from "./memo.ts"
import { type Display, displayOf, fromWire, type Minor, showMoney, typographic } from "./money.ts"

const compactOf = memoize(
  (language: string, currency: string, currencyDisplay: Display) =>
    new Intl.NumberFormat(language, {
      style: "currency",
      currency,
      currencyDisplay,
      notation: "compact",
      // Always group digits, so that German labels have 5.000 next to 10.000.
      useGrouping: "always",
      maximumFractionDigits: 1,
    }),
)

const sizeOf = memoize(
  (language: string, unit: "kilobyte" | "megabyte") =>
    new Intl.NumberFormat(language, { style: "unit", unit, maximumFractionDigits: 1 }),
)

export type Format = ReturnType<typeof formatOf>

/** Formats instants, days, percentages and amounts in the language of the person. */
export const formatOf = memoize((language: string, own: string) => {
  const day = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeZone: "UTC" })
  const shortDay = new Intl.DateTimeFormat(language, {
    day: "numeric",
    month: "short",
    timeZone: "UTC",
  })
  const month = new Intl.DateTimeFormat(language, {
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  })
  const shortMonth = new Intl.DateTimeFormat(language, {
    month: "short",
    year: "numeric",
    timeZone: "UTC",
  })
  const time = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" })
  const share = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 0 })
  const rate = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 3 })
  const whole = new Intl.NumberFormat(language)
  const at = (date: string) => new Date(date.length === 10 ? `${date}T00:00:00Z` : date)
  return {
    /** Day in UTC, as in the service. */
    day: (date: string) => day.format(at(date)),
    shortDay: (date: string) => shortDay.format(at(date)),
    /** Abbreviated month with its year. */
    shortMonth: (date: string) => shortMonth.format(at(date)),
    /** Range of days, both included. */
    range: (from: string, to: string) => day.formatRange(at(from), at(to)),
    month: (date: string) => month.format(at(date)),
    /** Instant in the time zone of the person. */
    time: (instant: string) => time.format(at(instant)),
    share: (part: number) => share.format(part),
    /** Fraction, such as a tax rate, as a percentage with up to three decimals. */
    rate: (part: number) => rate.format(part),
    count: (count: number) => typographic(whole.format(count)),
    /** File size. */
    bytes: (bytes: number) =>
      bytes < 1_000_000
        ? sizeOf(language, "kilobyte").format(Math.ceil(bytes / 1_000))
        : sizeOf(language, "megabyte").format(bytes / 1_000_000),
    /** Amount given in minor units. */
    minor: (amount: Minor, currency = own) => showMoney(amount, currency, language, own),
    /** Amount given as in the API, in major units. */
    money: (amount: number, currency = own) =>
      showMoney(fromWire(amount, currency), currency, language, own),
    /** Rounded amount for the axis of a chart. */
    compact: (amount: number, currency = own) =>
      typographic(compactOf(language, currency, displayOf(currency, language, own)).format(amount)),
  }
})

export const useFormat = () => {
  const language = useLanguage()
  const { currency } = useBusiness()
  return formatOf(language, currency)
}
