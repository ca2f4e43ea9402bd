import { type Fault, type FaultCode, pointerTo, text as texts } from "@outlay/http-contract"
import { malformation } from "./json-advice.ts"
import { isExact, nearby } from "./json-number.ts"

/** Maximum depth of a body. */
const maxDepth = 64

/** Maximum number of names and values in a body: each costs something before it is checked. */
export const maxParts = 50_000

const { maxItems } = texts

/** Codes of errors in a body that may be valid JSON but exceeds a limit. */
export const excesses: ReadonlySet<string> = new Set<FaultCode>([
  "too_long",
  "too_many_values",
  "too_deep",
])

/** A JSON value, or the error in the text. */
export type ParsedJson = { readonly value: unknown } | { readonly fault: Fault }

/**
 * Parses strict JSON: no duplicate key (however it is escaped), no lone surrogate, at most 64
 * levels and 50,000 names and values. `__proto__` is a key like any other. A number that a double
 * cannot hold is never rounded silently: it becomes a neighbouring double, whose decimals or size
 * no field accepts. The error of a body with too many values names the list that is too long, if
 * there is one.
 */
export const parseJson = (text: string): ParsedJson => {
  const scan = scanJson(text)
  if (scan.stopped !== null) return { fault: scan.stopped }
  try {
    const value: unknown = JSON.parse(scan.text)
    return scan.fault === null ? { value } : { fault: scan.fault }
  } catch {
    return refused("", "malformed_json", malformation(text))
  }
}

const refused = (pointer: string, code: string, detail: string) => ({
  fault: { pointer, code, detail },
})

const tooDeep = refused("", "too_deep", `A body nests at most ${maxDepth} levels deep.`).fault
const tooMany = refused(
  "",
  "too_many_values",
  `A body holds at most ${maxParts} names and values.`,
).fault

interface Level {
  /** Keys seen in an object; null in an array. */
  readonly keys: Set<string> | null
  /** Current key or index. */
  at: string | number
}

interface Scan {
  readonly levels: Array<Level>
  /** Number of names and values so far. */
  parts: number
  /** The error that stopped the scan early. */
  stopped: Fault | null
  /** The error of the first list or object with too many items. */
  tooLong: Fault | null
  fault: Fault | null
  /** The text up to `copied`, with numbers that a double cannot hold replaced. */
  text: string
  copied: number
  /** True if the whole text is well-formed: then a string without escapes has no lone surrogate. */
  readonly isWellFormed: boolean
  /** Position of the next backslash, or Infinity; searched again once it is passed. */
  escape: number
}

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c

/** Scans the text once, even if it is not JSON: `JSON.parse` finds syntax errors itself. */
const scanJson = (text: string): Scan => {
  const scan: Scan = {
    levels: [],
    parts: 0,
    stopped: null,
    tooLong: null,
    fault: null,
    text: "",
    copied: 0,
    isWellFormed: text.isWellFormed(),
    escape: -1,
  }
  let i = 0
  while (i < text.length && scan.stopped === null) i = scanPart(text, i, scan)
  scan.text = scan.copied === 0 ? text : scan.text + text.slice(scan.copied)
  return scan
}

/** Scans the part that begins here. Returns where the next begins. */
const scanPart = (text: string, start: number, scan: Scan): number => {
  const { levels } = scan
  const char = text.charCodeAt(start)
  if (isSpace(char) || char === 0x3a) return start + 1
  if (char === comma) {
    const level = levels.at(-1)
    if (typeof level?.at === "number" && ++level.at === maxItems) tooLong(scan)
    return start + 1
  }
  if (char === 0x7d || char === 0x5d) {
    levels.pop()
    return start + 1
  }
  if (++scan.parts > maxParts) {
    scan.stopped = scan.tooLong ?? tooMany
    return start
  }
  if (char === quote) {
    const close = text.indexOf('"', start + 1)
    const isPlain = close !== -1 && close < nextEscape(text, start, scan)
    const end = isPlain ? close + 1 : endOfString(text, start)
    scanString(text, { start, end, isPlain }, scan)
    return end
  }
  if (char === 0x7b || char === 0x5b) {
    levels.push({ keys: char === 0x7b ? new Set() : null, at: 0 })
    if (levels.length > maxDepth) scan.stopped = tooDeep
    return start + 1
  }
  if (isDigit(char) || char === 0x2d) return scanNumber(text, start, scan)
  return endOfWord(text, start)
}

/** Returns the position of the next backslash; each is searched for once. */
const nextEscape = (text: string, start: number, scan: Scan): number => {
  if (scan.escape < start) {
    const found = text.indexOf("\\", start)
    scan.escape = found === -1 ? Number.POSITIVE_INFINITY : found
  }
  return scan.escape
}

/** Returns the position after the closing quote, or the end of the text. */
const endOfString = (text: string, start: number): number => {
  let i = start + 1
  for (; i < text.length; i++) {
    const char = text.charCodeAt(i)
    if (char === backslash) i++
    else if (char === quote) return i + 1
  }
  return text.length
}

interface Literal {
  readonly start: number
  readonly end: number
  /** True if it has no escapes. */
  readonly isPlain: boolean
}

const scanString = (text: string, literal: Literal, scan: Scan): void => {
  const level = scan.levels.at(-1)
  const isName = level !== undefined && level.keys !== null && isKey(text, literal.end)
  if (!isName && literal.isPlain && scan.isWellFormed) return
  const value = stringOf(text, literal)
  if (value === null) return
  if (isName && level.keys !== null) {
    level.at = value
    if (level.keys.has(value)) fault(scan, "duplicate_key", "Duplicate key.")
    level.keys.add(value)
    if (level.keys.size === maxItems + 1) tooLong(scan)
  }
  if (!value.isWellFormed()) {
    fault(scan, "malformed_text", "The text contains an unpaired surrogate.")
  }
}

/** Returns the text between the quotes; null if it is no JSON string. */
const stringOf = (text: string, { start, end, isPlain }: Literal): string | null => {
  if (isPlain) return text.slice(start + 1, end - 1)
  try {
    return JSON.parse(text.slice(start, end)) as string
  } catch {
    return null
  }
}

const isKey = (text: string, end: number): boolean => {
  let i = end
  while (isSpace(text.charCodeAt(i))) i++
  return text.charCodeAt(i) === 0x3a
}

const pointerOf = (levels: ReadonlyArray<Level>): string =>
  levels.reduce((pointer, { at }) => pointerTo(pointer, at), "")

const fault = (scan: Scan, code: string, detail: string): void => {
  scan.fault ??= { pointer: pointerOf(scan.levels), code, detail }
}

const tooLong = (scan: Scan): void => {
  scan.tooLong ??= {
    pointer: pointerOf(scan.levels.slice(0, -1)),
    code: "too_long",
    detail: `Must have at most ${maxItems} items.`,
  }
}

const isSpace = (char: number): boolean =>
  char === 0x20 || char === 0x0a || char === 0x0d || char === 0x09

const isDigit = (char: number): boolean => char >= 0x30 && char <= 0x39

const scanNumber = (text: string, start: number, scan: Scan): number => {
  const end = endOfNumber(text, start)
  const literal = text.slice(start, end)
  if (!isExact(literal)) {
    scan.text += text.slice(scan.copied, start) + nearby(literal)
    scan.copied = end
  }
  return end
}

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

/** Returns the position after `true`, `false`, `null` or a text that is no JSON. */
const endOfWord = (text: string, start: number): number => {
  let i = start + 1
  for (; i < text.length; i++) {
    const char = text.charCodeAt(i)
    if (char < 0x61 || char > 0x7a) break
  }
  return i
}
