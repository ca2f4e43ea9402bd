/**
 * Amounts are counted in thousandths, as whole numbers: no currency has smaller parts, and sums of
 * whole numbers are exact.
 */
export type Thousandths = number

const decimal = /^(-?)(\d{1,10})(?:\.(\d{1,3}))?$/u

/** The amount that decimal text says, or undefined where it says none that could be kept. */
export const amountOf = (text: string): Thousandths | undefined => {
  const parts = decimal.exec(text)
  if (parts === null) return undefined
  const [, sign, whole = "", fraction = ""] = parts
  const size = Number(whole) * 1000 + Number(fraction.padEnd(3, "0"))
  return sign === "-" && size !== 0 ? -size : size
}

/** Whether there is money of this currency that small. */
export const isMoney = (amount: Thousandths, currency: string): boolean => {
  const format = new Intl.NumberFormat("en", { style: "currency", currency })
  const { maximumFractionDigits: digits = 2 } = format.resolvedOptions()
  return amount % 10 ** (3 - digits) === 0
}

/** An amount of a specification, which is well-formed. */
export const stated = (text: string): Thousandths => {
  const amount = amountOf(text)
  if (amount === undefined) throw new Error(`${text} is no amount`)
  return amount
}

/** As JSON shows it: the number nearest to the decimal. */
export const shown = (amount: Thousandths): number => amount / 1000
