type Pairs = ReadonlyArray<readonly [spelt: string, respelt: string]>

/** First private-use character, which occurs in no text. */
let nextMask = 0xe000

/**
 * Respells texts, including results of functions. Arguments of the functions, such as names of
 * people, stay unchanged.
 */
export const respelled = <T>(texts: T, pairs: Pairs): T => {
  // Respelled texts can be respelled again, so each call uses its own masks.
  const first = nextMask
  nextMask += pairs.length
  const maskOf = (n: number) => String.fromCodePoint(first + n)
  const spell = (text: string) =>
    pairs.reduce((now, [spelling, respelt]) => now.replaceAll(spelling, respelt), text)
  const mask = (text: string) =>
    pairs.reduce((now, [spelling], n) => now.replaceAll(spelling, maskOf(n)), text)
  const unmask = (text: string) =>
    pairs.reduce((now, [spelling], n) => now.replaceAll(maskOf(n), spelling), text)
  const of = (part: unknown): unknown => {
    if (typeof part !== "function") return mapped(part, spell, of)
    return (...parameters: ReadonlyArray<unknown>) =>
      mapped(part(...parameters.map((each) => mapped(each, mask))), (text) => unmask(spell(text)))
  }
  return of(texts) as T
}

/** Maps each text and function of a value. */
const mapped = (
  value: unknown,
  change: (text: string) => string,
  wrap: (part: unknown) => unknown = (part) => part,
): unknown => {
  if (typeof value === "string") return change(value)
  if (typeof value === "function") return wrap(value)
  if (Array.isArray(value)) return value.map((each) => mapped(each, change, wrap))
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, mapped(each, change, wrap)]),
  )
}
