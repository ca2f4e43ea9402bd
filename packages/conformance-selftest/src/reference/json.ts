const strings = /"(?:\\.|[^"\\])*"/gu
/** Number of significant digits that every number keeps. */
const mostDigits = 15

/** True if a well-formed JSON text has a number with more digits than parsing preserves. */
export const losesDigits = (text: string): boolean =>
  [...text.replaceAll(strings, "").matchAll(/[\d.]+/gu)].some(
    ([digits]) => digits.replace(".", "").replace(/^0+/u, "").length > mostDigits,
  )

/**
 * True if an object in a well-formed JSON text has a duplicate key, of which readers use different
 * values.
 */
export const repeatsKey = (text: string): boolean => {
  const open: Array<Set<string> | null> = []
  let expectsKey = false
  for (const [token] of text.matchAll(/"(?:\\.|[^"\\])*"|[{}[\],:]/gu)) {
    if (token === "{") open.push(new Set())
    else if (token === "[") open.push(null)
    else if (token === "}" || token === "]") open.pop()
    else if (token.startsWith('"')) {
      const keys = open.at(-1)
      if (!expectsKey || keys === null || keys === undefined) continue
      const key: string = JSON.parse(token)
      if (keys.has(key)) return true
      keys.add(key)
    }
    expectsKey = token === "{" || (token === "," && open.at(-1) !== null)
  }
  return false
}
