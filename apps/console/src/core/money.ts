/**
 * Amounts in the browser: integers in minor units, never fractions of a float. The API has JSON
 * numbers in major units; their decimal text is exact, so it is read and written digit by digit.
 */

import { memoize } from "./memo.ts"

/** Integer in minor units: cents of AUD, yen of JPY, fils of KWD. */
export type Minor = number

/** Number of decimals of a currency. */
export const decimalsOf = memoize((currency: string): number => {
  const options = { style: "currency", currency } as const
  return new Intl.NumberFormat("en", options).resolvedOptions().maximumFractionDigits ?? 2
})

/** Converts a JSON number in major units to minor units. */
export const fromWire = (amount: number, currency: string): Minor => {
  const [whole = "0", fraction = ""] = String(Math.abs(amount)).split(".")
  const minor = Number(whole + fraction.padEnd(decimalsOf(currency), "0"))
  return amount < 0 && minor !== 0 ? -minor : minor
}

/** Returns an amount as decimal text, such as `-12.30`, without grouping. */
export const decimalText = (minor: Minor, currency: string): string => {
  const decimals = decimalsOf(currency)
  const digits = String(Math.abs(minor)).padStart(decimals + 1, "0")
  const cut = digits.length - decimals
  const text = decimals === 0 ? digits : `${digits.slice(0, cut)}.${digits.slice(cut)}`
  return minor < 0 ? `-${text}` : text
}

/** Converts minor units to a JSON number in major units. */
export const toWire = (minor: Minor, currency: string): number =>
  Number(decimalText(minor, currency))

/** Reason why a text is not an amount. */
export type MoneyFault = "empty" | "not_a_number" | "too_many_decimals" | "too_large"

export type ReadMoney =
  | { readonly minor: Minor; readonly fault?: never }
  | { readonly minor?: never; readonly fault: MoneyFault }

const apostrophes = ["'", "’"]

/** Separators of digits. Austrian German groups amounts by points, and other numbers by spaces. */
const separators = memoize((locale: string, currency: string) => {
  const partsOf = (options: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat(locale, options).formatToParts(12_345.6)
  const parts = [...partsOf({}), ...partsOf({ style: "currency", currency })]
  const of = (type: string) => parts.flatMap((part) => (part.type === type ? [part.value] : []))
  const [decimal = "."] = of("decimal")
  const groups = of("group").filter((group) => group !== decimal)
  const hasApostrophe = groups.some((group) => apostrophes.includes(group))
  return { decimal, groups: [...new Set([...groups, ...(hasApostrophe ? apostrophes : [])])] }
})

const maxMinorUnits = 999_999_999_999

/** Parses a typed amount with the separators of the language; spaces may group digits. */
export const readMoney = (typed: string, currency: string, locale: string): ReadMoney => {
  const text = typed
    .trim()
    .replace(/[\s\u00a0\u202f]/gu, "")
    .replace("−", "-")
  if (text === "") return { fault: "empty" }
  const { groups: marks, decimal } = separators(locale, currency)
  const sign = text.startsWith("-") ? -1 : 1
  const [whole = "", fraction = "", ...rest] = text.replace(/^[-+]/u, "").split(decimal)
  const [mark = ""] = marks
  const groups = marks.reduce((now, each) => now.replaceAll(each, mark), whole).split(mark)
  const isGrouped = groups.every((part, n) => /^\d+$/u.test(part) && (n === 0 || part.length === 3))
  if (rest.length > 0 || !isGrouped || !/^\d*$/u.test(fraction)) return { fault: "not_a_number" }
  const digits = fraction.replace(/0+$/u, "")
  if (digits.length > decimalsOf(currency)) return { fault: "too_many_decimals" }
  const minor = Number(groups.join("") + digits.padEnd(decimalsOf(currency), "0"))
  if (minor > maxMinorUnits) return { fault: "too_large" }
  return { minor: minor === 0 ? 0 : sign * minor }
}

/**
 * Returns the text of an amount in an input: with the decimal separator of the language, without
 * grouping.
 */
export const typedMoney = (minor: Minor, currency: string, locale: string): string =>
  decimalText(minor, currency).replace(".", separators(locale, currency).decimal)

export type Display = "symbol" | "narrowSymbol" | "code"

const written = memoize(
  (currency: string, locale: string, currencyDisplay: Display) =>
    new Intl.NumberFormat(locale, { style: "currency", currency, currencyDisplay }),
)

const symbolOf = (currency: string, locale: string, display: Display): string | undefined =>
  written(currency, locale, display)
    .formatToParts(0)
    .find(({ type }) => type === "currency")?.value

/**
 * Display of a currency. In German, the US dollar has the sign $ without a country, like the
 * business's own dollar.
 */
export const displayOf = (currency: string, locale: string, own: string): Display => {
  if (currency === own) return "narrowSymbol"
  const isTaken = symbolOf(currency, locale, "symbol") === symbolOf(own, locale, "narrowSymbol")
  return isTaken ? "code" : "symbol"
}

/** Replaces the typewriter apostrophe, by which some browsers group Swiss digits. */
export const typographic = (digits: string): string => digits.replaceAll("'", "’")

/**
 * Formats an amount with its currency in a language. `own` is the currency of the business, which
 * needs no country.
 */
export const showMoney = (
  minor: Minor,
  currency: string,
  locale: string,
  own: string = currency,
): string =>
  typographic(
    written(currency, locale, displayOf(currency, locale, own)).format(
      decimalText(minor, currency) as `${number}`,
    ),
  )

/** Splits an amount into equal shares; the first ones get the remaining minor units. */
export const shares = (minor: Minor, count: number): ReadonlyArray<Minor> => {
  const share = Math.trunc(minor / count)
  const odd = minor - share * count
  return Array.from({ length: count }, (_, n) => share + (n < Math.abs(odd) ? Math.sign(odd) : 0))
}
