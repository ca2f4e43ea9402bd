/**
 * Makes each value once, by the words that it is made of. A format takes far longer to make than to
 * use, and every cell of a table asks for one; languages and currencies are few.
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
