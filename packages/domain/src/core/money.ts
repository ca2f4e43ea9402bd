import { BigDecimal, type Brand, Result } from "effect"
import { decimalsOf } from "./currencies.ts"
import { TooManyDecimals } from "./refusals.ts"

export { currencies, decimalsOf, isCurrency } from "./currencies.ts"

/**
 * An amount in minor units of its currency (cents of AUD, yen of JPY): a safe integer, never -0.
 */
export type Money = number & Brand.Brand<"Money">

/**
 * Returns a whole number of minor units as `Money`.
 *
 * @throws RangeError if it is not a safe integer. It is never rounded.
 */
export const money = (minor: number): Money => {
  if (!Number.isSafeInteger(minor)) {
    throw new RangeError(`${minor} is not a safe integer of minor units`)
  }
  return (minor === 0 ? 0 : minor) as Money
}

export const zero: Money = money(0)

/** "Bound: ±9 999 999 999.99", in major units of any currency. */
export const maxAmount = 9_999_999_999.99
const maxHundredths = 999_999_999_999n
const maxIntegerDigits = 10

/**
 * The largest balance, positive or negative, in minor units of any currency. A JSON number
 * represents its fifteen digits exactly, and the sum of nine such balances and an amount is still
 * exact.
 */
export const maxBalance = 999_999_999_999_999

export const isBalance = (minor: number): boolean => Math.abs(minor) <= maxBalance

/** Returns the balance that is nearest to the minor units, if a value must be stored. */
export const nearestBalance = (minor: number): Money =>
  money(Math.max(-maxBalance, Math.min(maxBalance, minor)))

/** True if an amount in major units is outside ±`maxAmount`. Cheap for any exponent. */
export const exceedsBound = (amount: BigDecimal.BigDecimal): boolean => {
  const { value, scale } = BigDecimal.normalize(amount)
  const magnitude = value < 0n ? -value : value
  const digits = integerDigits(magnitude, scale)
  if (digits !== maxIntegerDigits) return digits > maxIntegerDigits
  return scale < 0
    ? magnitude * power(2 - scale) > maxHundredths
    : magnitude * power(2) > maxHundredths * power(scale)
}

/** Number of digits before the decimal point; zero or less if the number is below 1. */
const integerDigits = (magnitude: bigint, scale: number): number =>
  magnitude === 0n ? 0 : magnitude.toString().length - scale

const power = (exponent: number): bigint => 10n ** BigInt(exponent)

/** Allowed sign of an amount in a command. The API's schemas have the same limits. */
export type AmountSign = "of any sign" | "at least 0" | "greater than 0" | "other than 0"

const isOfSign: { readonly [S in AmountSign]: (minor: number) => boolean } = {
  "of any sign": () => true,
  "at least 0": (minor) => minor >= 0,
  "greater than 0": (minor) => minor > 0,
  "other than 0": (minor) => minor !== 0,
}

/** `maxAmount` in minor units, indexed by the decimals of a currency (0 to 4). */
const maxMinors = [-2, -1, 0, 1, 2].map((power) => Math.floor(Number(maxHundredths) * 10 ** power))

const fault = (pointer: string, rule: string, found: string): RangeError =>
  new RangeError(`${pointer === "" ? "The amount" : pointer} must be ${rule}, and it is ${found}.`)

/** Returns the reason why a command may not have an amount, or null. */
const faultOf = (
  amount: BigDecimal.BigDecimal,
  minor: number,
  [currency, pointer, sign]: readonly [currency: string, pointer: string, sign: AmountSign],
): RangeError | null => {
  if (!isOfSign[sign](minor)) return fault(pointer, sign, BigDecimal.format(amount))
  if (Math.abs(minor) <= (maxMinors[decimalsOf(currency)] ?? 0)) return null
  const found = `${BigDecimal.format(amount)} ${currency}`
  return fault(pointer, `between -${maxAmount} and ${maxAmount}`, found)
}

const decimalRule = "an Amount or a BigDecimal"
const show = (value: unknown): string =>
  typeof value === "string" ? JSON.stringify(value) : String(value)

/**
 * Converts an amount in major units to minor units, exactly. "Never more decimals than the currency
 * has: more is 400 `too_many_decimals`, judged by value (`1.000` and `1e0` are 1)."
 *
 * @throws RangeError for errors of the program, not of its user: an amount outside ±`maxAmount`
 * (check with `exceedsBound` first), a wrong sign, an `Amount` of another currency, or a value that
 * is not a decimal.
 */
export const toMinor = (
  amount: BigDecimal.BigDecimal,
  currency: string,
  pointer: string,
  sign: AmountSign = "of any sign",
): Result.Result<Money, TooManyDecimals> => {
  if (typeof amount?.value !== "bigint") throw fault(pointer, decimalRule, show(amount))
  const { currency: own } = amount as { readonly currency?: string }
  if (own !== undefined && own !== currency) throw fault(pointer, `in ${currency}`, `in ${own}`)
  const decimals = decimalsOf(currency)
  const minor = minorOf(amount, currency, decimals)
  if (minor === null) return Result.fail(new TooManyDecimals({ pointer, currency, decimals }))
  const refused = faultOf(amount, minor, [currency, pointer, sign])
  if (refused !== null) throw refused
  return Result.succeed(money(minor))
}

/**
 * Returns a decimal in minor units, rounded if it is above the bound; null if it has too many
 * decimals.
 */
const minorOf = (
  amount: BigDecimal.BigDecimal,
  currency: string,
  decimals: number,
): number | null => {
  const missing = decimals - amount.scale
  if (missing >= 0 && missing <= 16) return Number(amount.value) * 10 ** missing
  const { value, scale } = BigDecimal.normalize(amount)
  if (scale > decimals) return null
  // The exponent is checked before the power is computed: 1e999999999 would exhaust memory.
  if (decimals - scale > 16) throw new RangeError(`10^${-scale} ${currency} is too large to save.`)
  return Number(value * power(decimals - scale))
}

/**
 * Returns minor units as the JSON number in major units. The division is correctly rounded, so a
 * number of up to 15 digits prints as the exact decimal.
 */
export const toMajor = (minor: number, currency: string): number =>
  minor / 10 ** decimalsOf(currency)

/**
 * Formats an amount for people: plain digits with all decimals of the currency, `-12.30 AUD`, `5
 * JPY`.
 */
export const format = (minor: number, currency: string): string => {
  const decimals = decimalsOf(currency)
  const digits = Math.abs(minor)
    .toString()
    .padStart(decimals + 1, "0")
  const point = digits.length - decimals
  const fraction = decimals === 0 ? "" : `.${digits.slice(point)}`
  return `${minor < 0 ? "-" : ""}${digits.slice(0, point)}${fraction} ${currency}`
}

/**
 * Parses a decimal as written in files: an optional sign, digits, an optional fraction (`-12.30`).
 * Returns null for any other text: exponents, thousands separators, currency signs, white space, a
 * bare point.
 */
export const parseDecimal = (text: string): BigDecimal.BigDecimal | null => {
  const match = /^([+-]?\d+)(?:\.(\d+))?$/u.exec(text)
  if (match === null) return null
  const [, integer = "", fraction = ""] = match
  return BigDecimal.make(BigInt(`${integer.replace("+", "")}${fraction}`), fraction.length)
}

/**
 * Returns `amount` × `part` / `whole`, computed exactly and then rounded half-even to the minor
 * unit: "an omitted `fx_amount` is scaled in proportion, half-even, to the minor unit".
 *
 * @throws RangeError if `whole` is 0, or the result is not a safe integer.
 */
export const scale = (amount: Money, part: Money, whole: Money): Money => {
  const product = BigInt(amount) * BigInt(part)
  const divisor = BigInt(whole)
  const negative = product < 0n !== divisor < 0n
  const magnitude = halfEven(product < 0n ? -product : product, divisor < 0n ? -divisor : divisor)
  return money(Number(negative ? -magnitude : magnitude))
}

const halfEven = (dividend: bigint, divisor: bigint): bigint => {
  const quotient = dividend / divisor
  const twice = (dividend % divisor) * 2n
  const up = twice > divisor || (twice === divisor && quotient % 2n === 1n)
  return up ? quotient + 1n : quotient
}

/**
 * Splits `total` into parts that differ by at most one minor unit and add up to it: "equally … in
 * minor units, the odd cents going to the earliest".
 *
 * @throws RangeError if `parts` is not a positive integer.
 */
export const split = (total: Money, parts: number): ReadonlyArray<Money> => {
  if (!Number.isSafeInteger(parts) || parts < 1) {
    throw new RangeError(`${total} cannot be split in ${parts} parts`)
  }
  const odd = total % parts
  const each = (total - odd) / parts
  return Array.from({ length: parts }, (_, at) =>
    money(at < Math.abs(odd) ? each + Math.sign(odd) : each),
  )
}
