/** Position at which a text stops being JSON, and the reason. */
interface Break {
  readonly at: number
  readonly why: string
}

/**
 * Returns what is wrong with a text that is not JSON: line and column, counted in characters from
 * 1, and what to write instead. One pass, up to the first error.
 */
export const malformation = (text: string): string => {
  const found = breakOf(text)
  if (found === null) return "The body must be a single JSON value."
  const before = text.slice(0, found.at)
  const start = before.lastIndexOf("\n") + 1
  const line = before.split("\n").length
  const column = [...before.slice(start)].length + 1
  return `Invalid JSON at line ${line}, column ${column}: ${found.why}`
}

/** The tokens that may come next. */
type Expected = "value" | "firstValue" | "name" | "firstName" | "colon" | "comma" | "end"

const breakOf = (text: string): Break | null => {
  const open: Array<"{" | "["> = []
  let expected: Expected = "value"
  let at = skipSpace(text, 0)
  for (; at < text.length; at = skipSpace(text, at)) {
    const step = stepAt(text, at, expected, open)
    if ("why" in step) return step
    at = step.next
    expected = step.expected
  }
  return expected === "end" ? null : { at, why: unfinished(text, open) }
}

type Step = Break | { readonly next: number; readonly expected: Expected }

const stepAt = (text: string, at: number, expected: Expected, open: Array<"{" | "[">): Step => {
  const char = text[at] as string
  const after = (next: number): Step => ({ next, expected: open.length === 0 ? "end" : "comma" })
  const close = (): Step => {
    open.pop()
    return after(at + 1)
  }
  const closes = open.at(-1) === "{" ? "}" : "]"
  switch (expected) {
    case "end":
      return { at, why: "the value is complete. Send one JSON value only." }
    case "colon":
      return char === ":" ? { next: at + 1, expected: "value" } : { at, why: noColon(char) }
    case "comma":
      if (char === closes) return close()
      if (char !== ",") return { at, why: noComma(char, closes) }
      return { next: at + 1, expected: closes === "}" ? "name" : "value" }
    case "name":
    case "firstName": {
      if (char === "}" && expected === "firstName") return close()
      if (char !== '"') return { at, why: noName(char) }
      const end = stringAt(text, at)
      return typeof end === "number" ? { next: end, expected: "colon" } : end
    }
    default:
      if (char === "]" && expected === "firstValue") return close()
      return valueAt(text, at, open, after)
  }
}

const valueAt = (
  text: string,
  at: number,
  open: Array<"{" | "[">,
  after: (next: number) => Step,
): Step => {
  const char = text[at] as string
  if (char === "{" || char === "[") {
    open.push(char)
    return { next: at + 1, expected: char === "{" ? "firstName" : "firstValue" }
  }
  const end = char === '"' ? stringAt(text, at) : wordAt(text, at)
  return typeof end === "number" ? after(end) : end
}

/** Returns the position after the closing quote. */
const stringAt = (text: string, start: number): number | Break => {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x22) return at + 1
    if (code < 0x20) return { at, why: `write ${escapes[code] ?? "\\u00XX"} in a string.` }
    if (code === 0x5c) {
      const escape = escapePattern.exec(text.slice(at, at + 6))
      if (escape === null) return { at, why: "write a backslash as \\\\." }
      at += escape[0].length - 1
    }
  }
  return { at: start, why: "the string has no closing quote." }
}

const escapes: Readonly<Record<number, string>> = {
  9: "a tab as \\t",
  10: "a line break as \\n",
  13: "a line break as \\n",
}
const escapePattern = /^\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4})/u

const longestWord = 400
const numberPattern = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/u

/** Returns the position after a number, `true`, `false` or `null`. */
const wordAt = (text: string, at: number): number | Break => {
  let end = at
  while (end < text.length && /[A-Za-z0-9+.-]/u.test(text[end] as string)) end++
  const word = text.slice(at, Math.min(end, at + longestWord))
  const isNumber = end - at <= longestWord ? numberPattern.test(word) : /^[\d.]+$/u.test(word)
  if (isNumber || word === "true" || word === "false" || word === "null") return end
  return { at, why: noValue(text[at] as string, word) }
}

const spellings: Readonly<Record<string, string>> = {
  none: "null",
  nil: "null",
  undefined: "null",
  nan: "null",
  infinity: "a number",
}

const noValue = (char: string, word: string): string => {
  if (char === "}" || char === "]") return `a value is missing before ${char}, or a comma is extra.`
  if (char === ",") return "a value is missing before the comma."
  if (isQuote(char)) return 'use double quotes (") around a string.'
  if (char === "/" || char === "#") return "JSON has no comments."
  if (char === "\ufeff") return "remove the byte order mark."
  const lower = word.toLowerCase()
  const literal = ["true", "false", "null"].find((each) => each === lower) ?? spellings[lower]
  if (literal !== undefined) return `write ${literal}.`
  if (/^[-+.\d]/u.test(word)) return "write a number as in 12 or -0.5."
  return "expected a value: an object, an array, a string in double quotes, a number, true, false or null."
}

const noName = (char: string): string => {
  if (char === "}") return "remove the comma before }."
  if (char === "/" || char === "#") return "JSON has no comments."
  return 'expected a name in double quotes (").'
}

const noColon = (char: string): string =>
  char === "=" ? "write : after the name, not =." : "expected : after the name."

const noComma = (char: string, closes: string): string => {
  if (char === "/" || char === "#") return "JSON has no comments."
  if (char === "}" || char === "]") return `expected ${closes}, not ${char}.`
  return `expected a comma or ${closes}.`
}

const unfinished = (text: string, open: ReadonlyArray<string>): string => {
  if (skipSpace(text, 0) === text.length) return "the body is blank. Send a JSON value."
  const closing = open.at(-1) === "{" ? "}" : "]"
  return open.length === 0 ? "the value is incomplete." : `the body ends before its ${closing}.`
}

const isQuote = (char: string): boolean => "'‘’“”`«»„".includes(char)

const skipSpace = (text: string, start: number): number => {
  let at = start
  while (at < text.length && " \t\r\n".includes(text[at] as string)) at++
  return at
}
