/**
 * Amounts are integers in thousandths: no currency has smaller units, and sums of integers are
 * exact.
 */
export type Thousandths = number

const decimal = /^(-?)(\d{1,10})(?:\.(\d{1,3}))?$/u

/** Returns the amount of a decimal text; undefined if it is invalid or too precise. */
export const amountOf = (text: string): Thousandths | undefined => {
  const parts = decimal.exec(text)
  if (parts === null) return undefined
  const [, sign, whole = "", fraction = ""] = parts
  const size = Number(whole) * 1000 + Number(fraction.padEnd(3, "0"))
  return sign === "-" && size !== 0 ? -size : size
}

/** True if the currency has units as small as the amount needs. */
export const isMoney = (amount: Thousandths, currency: string): boolean => {
  const format = new Intl.NumberFormat("en", { style: "currency", currency })
  const { maximumFractionDigits: digits = 2 } = format.resolvedOptions()
  return amount % 10 ** (3 - digits) === 0
}

/** Returns an amount of a specification, which is well-formed. */
export const stated = (text: string): Thousandths => {
  const amount = amountOf(text)
  if (amount === undefined) throw new Error(`${text} is no amount`)
  return amount
}

/** Returns the number nearest to the decimal, for JSON. */
export const shown = (amount: Thousandths): number => amount / 1000
