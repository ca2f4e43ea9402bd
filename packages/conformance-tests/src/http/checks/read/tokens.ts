const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
const half = alphabet.length / 2

/**
 * Another letter in the place of this one. Both differ in the first of the six bits that a letter
 * of base64url stands for: in the last letter of a token only the first ones count.
 */
const other = (letter: string): string => {
  const at = alphabet.indexOf(letter)
  return at < 0 ? "A" : (alphabet[(at + half) % alphabet.length] ?? "A")
}

/** The token with its letter at a place, counted from the end where it is negative, changed. */
export const changedAt = (token: string, place: number): string =>
  [...token].with(place, other([...token].at(place) ?? "")).join("")

const swapped = (token: string): string =>
  [...token]
    .map((letter) =>
      letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
    )
    .join("")

/** Whether case counts in it for certain: that of hexadecimal digits need not. */
const hasCase = (token: string): boolean => /[g-z]/u.test(token) && /[G-Z]/u.test(token)

/** Texts that are nearly a token, and are nobody's; `another` is a token, too. */
export const nearTokens = (token: string, another: string): ReadonlyArray<string> => {
  const middle = Math.floor(token.length / 2)
  const texts = [
    ...[...token].map((_, place) => changedAt(token, place)),
    token.slice(0, -1),
    token.slice(1),
    `${token}a`,
    `a${token}`,
    `${token}${token}`,
    `${token},${token}`,
    token.slice(0, middle),
    `${token.slice(0, middle)}${another.slice(Math.floor(another.length / 2))}`,
    `${another.slice(0, Math.floor(another.length / 2))}${token.slice(middle)}`,
    ...(hasCase(token) ? [swapped(token), token.toLowerCase(), token.toUpperCase()] : []),
  ]
  return [...new Set(texts)].filter((text) => text !== token && text !== another)
}
