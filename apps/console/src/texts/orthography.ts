type Pairs = ReadonlyArray<readonly [spelt: string, respelt: string]>

/** The first of the characters for private use: no text has them. */
let nextMask = 0xe000

/**
 * The same texts in another spelling, also where functions make them. What the functions are given,
 * such as the name of a person, stays as it is spelt.
 */
export const respelled = <T>(texts: T, pairs: Pairs): T => {
  // Texts that were respelled can be respelled again, so each time has masks of its own.
  const first = nextMask
  nextMask += pairs.length
  const maskOf = (n: number) => String.fromCodePoint(first + n)
  const spell = (text: string) =>
    pairs.reduce((now, [spelt, respelt]) => now.replaceAll(spelt, respelt), text)
  const mask = (text: string) =>
    pairs.reduce((now, [spelt], n) => now.replaceAll(spelt, maskOf(n)), text)
  const unmask = (text: string) =>
    pairs.reduce((now, [spelt], n) => now.replaceAll(maskOf(n), spelt), text)
  const of = (part: unknown): unknown => {
    if (typeof part !== "function") return mapped(part, spell, of)
    return (...given: ReadonlyArray<unknown>) =>
      mapped(part(...given.map((each) => mapped(each, mask))), (text) => unmask(spell(text)))
  }
  return of(texts) as T
}

/** A value with each of its texts changed, and each of its functions. */
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
