/**
 * Caches a function of texts. Creating a format takes far longer than using it, and every cell of a
 * table needs one; languages and currencies are few.
 */
export const memoize = <Words extends ReadonlyArray<string>, A>(
  make: (...words: Words) => A,
): ((...words: Words) => A) => {
  const made = new Map<string, A>()
  return (...words) => {
    const key = words.join(" ")
    const known = made.get(key)
    if (known !== undefined) return known
    const value = make(...words)
    made.set(key, value)
    return value
  }
}
