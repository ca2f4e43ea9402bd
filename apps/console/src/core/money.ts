/**
 * Amounts in the browser: whole minor units, never fractions of a float. The wire has numbers in
 * major units; their decimal text is exact, so that it is read and written digit by digit.
 */

import { memoize } from "./memo.ts"

/** A whole number of minor units: cents of AUD, yen of JPY, fils of KWD. */
export type Minor = number

/** How many decimals amounts of the currency have. */
export const decimalsOf = memoize((currency: string): number => {
  const options = { style: "currency", currency } as const
  return new Intl.NumberFormat("en", options).resolvedOptions().maximumFractionDigits ?? 2
})

/** The amount of a JSON number in major units. */
export const fromWire = (amount: number, currency: string): Minor => {
  const [whole = "0", fraction = ""] = String(Math.abs(amount)).split(".")
  const minor = Number(whole + fraction.padEnd(decimalsOf(currency), "0"))
  return amount < 0 && minor !== 0 ? -minor : minor
}

/** The decimal text of an amount, such as `-12.30`, without grouping. */
export const decimalText = (minor: Minor, currency: string): string => {
  const decimals = decimalsOf(currency)
  const digits = String(Math.abs(minor)).padStart(decimals + 1, "0")
  const cut = digits.length - decimals
  const text = decimals === 0 ? digits : `${digits.slice(0, cut)}.${digits.slice(cut)}`
  return minor < 0 ? `-${text}` : text
}

/** The JSON number in major units. */
export const toWire = (minor: Minor, currency: string): number =>
  Number(decimalText(minor, currency))

/** Why a text is no amount. */
export type MoneyFault = "empty" | "not_a_number" | "too_many_decimals" | "too_large"

export type ReadMoney =
  | { readonly minor: Minor; readonly fault?: never }
  | { readonly minor?: never; readonly fault: MoneyFault }

const apostrophes = ["'", "’"]

/** What separates digits: Austria groups amounts by points, and other numbers by spaces. */
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

/** The amount that somebody typed, by the separators of their language; spaces may group. */
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
  const kept = fraction.replace(/0+$/u, "")
  if (kept.length > decimalsOf(currency)) return { fault: "too_many_decimals" }
  const minor = Number(groups.join("") + kept.padEnd(decimalsOf(currency), "0"))
  if (minor > maxMinorUnits) return { fault: "too_large" }
  return { minor: minor === 0 ? 0 : sign * minor }
}

/** What an input shows of an amount: the language's decimal separator, no grouping. */
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

/** How a currency is shown. In German the dollar of the USA has a bare sign, as the own one. */
export const displayOf = (currency: string, locale: string, own: string): Display => {
  if (currency === own) return "narrowSymbol"
  const isTaken = symbolOf(currency, locale, "symbol") === symbolOf(own, locale, "narrowSymbol")
  return isTaken ? "code" : "symbol"
}

/** Some browsers group the digits of the Swiss by the apostrophe of typewriters. */
export const typographic = (digits: string): string => digits.replaceAll("'", "’")

/** An amount with its currency, as the language writes it; `own` is the one that needs no name. */
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

/** Splits an amount in equal shares; the odd units go to the first ones. */
export const shares = (minor: Minor, count: number): ReadonlyArray<Minor> => {
  const share = Math.trunc(minor / count)
  const odd = minor - share * count
  return Array.from({ length: count }, (_, n) => share + (n < Math.abs(odd) ? Math.sign(odd) : 0))
}
