import type { Fault } from "@outlay/http-contract"

/** How deep a body may nest. */
export const maxDepth = 64

/** A JSON value, or why the text is none. */
export type ParsedJson = { readonly value: unknown } | { readonly fault: Fault }

/**
 * JSON as it is meant, and nothing else: no key twice (however it is escaped), no lone surrogate,
 * at most 64 levels. `__proto__` is a key like any other. A number that a double cannot hold is
 * never rounded silently: it becomes a neighbouring double, whose decimals or size no field
 * accepts.
 */
export const parseJson = (text: string): ParsedJson => {
  const scan = scanJson(text)
  if (scan.tooDeep) {
    return refused("", "too_deep", `A body nests at most ${maxDepth} levels deep.`)
  }
  try {
    const value: unknown = scan.inexact ? JSON.parse(text, exactly) : JSON.parse(text)
    return scan.fault === null ? { value } : { fault: scan.fault }
  } catch {
    return refused("", "malformed_json", "The body must be one JSON value.")
  }
}

const refused = (pointer: string, code: string, detail: string) => ({
  fault: { pointer, code, detail },
})

interface Level {
  /** The keys seen in an object; null in an array. */
  readonly keys: Set<string> | null
  /** Where we are in it: the key, or the index. */
  at: string | number
}

interface Scan {
  tooDeep: boolean
  inexact: boolean
  fault: Fault | null
}

const quote = 0x22
const backslash = 0x5c

/** One pass over the text, well-formed or not: what is not JSON is found by `JSON.parse` itself. */
const scanJson = (text: string): Scan => {
  const scan: Scan = { tooDeep: false, inexact: false, fault: null }
  const levels: Array<Level> = []
  let i = 0
  while (i < text.length) {
    const char = text.charCodeAt(i)
    if (char === quote) {
      const end = endOfString(text, i)
      scanString(text, i, end, levels, scan)
      i = end
    } else if (char === 0x7b || char === 0x5b) {
      levels.push({ keys: char === 0x7b ? new Set() : null, at: 0 })
      if (levels.length > maxDepth) {
        scan.tooDeep = true
        return scan
      }
      i++
    } else if (char === 0x7d || char === 0x5d) {
      levels.pop()
      i++
    } else if (char === 0x2c) {
      const level = levels.at(-1)
      if (typeof level?.at === "number") level.at++
      i++
    } else if (isDigit(char) || char === 0x2d) {
      const end = endOfNumber(text, i)
      if (!isExact(text.slice(i, end))) scan.inexact = true
      i = end
    } else i++
  }
  return scan
}

/** Just after the closing quote, or the end of the text. */
const endOfString = (text: string, start: number): number => {
  let i = start + 1
  for (; i < text.length; i++) {
    const char = text.charCodeAt(i)
    if (char === backslash) i++
    else if (char === quote) return i + 1
  }
  return text.length
}

const scanString = (
  text: string,
  start: number,
  end: number,
  levels: ReadonlyArray<Level>,
  scan: Scan,
): void => {
  const value = stringOf(text.slice(start, end))
  if (value === null) return
  const level = levels.at(-1)
  if (level?.keys && isKey(text, end)) {
    level.at = value
    if (level.keys.has(value)) fault(scan, levels, "duplicate_key", "This key is given twice.")
    level.keys.add(value)
  }
  if (!value.isWellFormed()) {
    fault(scan, levels, "malformed_text", "This text holds half of a character (a lone surrogate).")
  }
}

/** The text between the quotes; null when it is no JSON string. */
const stringOf = (literal: string): string | null => {
  if (!literal.includes("\\")) return literal.slice(1, -1)
  try {
    return JSON.parse(literal) as string
  } catch {
    return null
  }
}

const isKey = (text: string, end: number): boolean => {
  let i = end
  while (isSpace(text.charCodeAt(i))) i++
  return text.charCodeAt(i) === 0x3a
}

const fault = (scan: Scan, levels: ReadonlyArray<Level>, code: string, detail: string): void => {
  if (scan.fault !== null) return
  const escape = (at: string | number) => String(at).replaceAll("~", "~0").replaceAll("/", "~1")
  scan.fault = { pointer: levels.map(({ at }) => `/${escape(at)}`).join(""), code, detail }
}

const isSpace = (char: number): boolean =>
  char === 0x20 || char === 0x0a || char === 0x0d || char === 0x09

const isDigit = (char: number): boolean => char >= 0x30 && char <= 0x39

const endOfNumber = (text: string, start: number): number => {
  let i = start + 1
  for (; i < text.length; i++) {
    const char = text.charCodeAt(i)
    const goesOn =
      isDigit(char) ||
      char === 0x2e || // .
      char === 0x65 || // e
      char === 0x45 || // E
      char === 0x2b || // +
      char === 0x2d // -
    if (!goesOn) break
  }
  return i
}

/** Whether the nearest double, printed, is the same number. Fifteen digits always are. */
export const isExact = (literal: string): boolean =>
  literal.length <= 15 && !literal.includes("e") && !literal.includes("E")
    ? true
    : canonical(literal) === canonical(String(Number(literal)))

const number = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/u

/** The significant digits and the power of ten: the same for every spelling of a number. */
const canonical = (literal: string): string | null => {
  const match = number.exec(literal)
  if (match === null) return null
  const [, integer = "", fraction = "", exponent = "0"] = match
  const digits = integer + fraction
  let first = 0
  while (digits[first] === "0") first++
  let last = digits.length
  while (last > first && digits[last - 1] === "0") last--
  if (first === last) return "0"
  const power = Number(exponent) - fraction.length + (digits.length - last)
  return `${digits.slice(first, last)}e${power}`
}

type Reviver = (this: unknown, key: string, value: unknown) => unknown

const exactly = ((_key: string, value: unknown, context?: { readonly source?: string }) =>
  typeof value === "number" && context?.source !== undefined && !isExact(context.source)
    ? neighbour(value)
    : value) as Reviver

const double = new Float64Array(1)
const bits = new BigInt64Array(double.buffer)

/** The next double further from zero. */
const neighbour = (value: number): number => {
  if (!Number.isFinite(value)) return value
  double[0] = value
  bits[0] = (bits[0] as bigint) + 1n
  return double[0] as number
}
