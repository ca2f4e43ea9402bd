/**
 * True if the nearest double prints as the same number. A number of up to 15 digits always does.
 */
export const isExact = (literal: string): boolean =>
  literal.length <= 15 && !literal.includes("e") && !literal.includes("E")
    ? true
    : canonical(literal) === canonical(String(Number(literal)))

const number = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/u

/**
 * Returns the significant digits and the power of ten, which are equal for every spelling of a
 * number.
 */
const canonical = (literal: string): string | null => {
  const match = number.exec(literal)
  if (match === null) return null
  const [, integer = "", fraction = "", exponent = "0"] = match
  const digits = integer + fraction
  let first = 0
  while (digits.charCodeAt(first) === zero) first++
  let last = digits.length
  while (last > first && digits.charCodeAt(last - 1) === zero) last--
  if (first === last) return "0"
  const power = Number(exponent) - fraction.length + (digits.length - last)
  return `${digits.slice(first, last)}e${power}`
}

const zero = 0x30

const wellFormed = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/u

/**
 * Returns a substitute for a number that a double cannot hold: a neighbouring double, which prints
 * differently. A text that is no JSON number is returned unchanged.
 */
export const nearby = (literal: string): string => {
  const value = Number(literal)
  return Number.isFinite(value) && wellFormed.test(literal) ? String(neighbour(value)) : literal
}

const double = new Float64Array(1)
const bits = new BigInt64Array(double.buffer)

/** Returns the next double further from zero. */
const neighbour = (value: number): number => {
  double[0] = value
  bits[0] = (bits[0] as bigint) + 1n
  return double[0] as number
}
