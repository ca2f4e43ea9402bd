const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
const half = alphabet.length / 2

/**
 * Returns another character that differs in the first of its six bits in base64url: in the last
 * character of a token only the first bits count.
 */
const other = (letter: string): string => {
  const at = alphabet.indexOf(letter)
  return at < 0 ? "A" : (alphabet[(at + half) % alphabet.length] ?? "A")
}

/**
 * Returns the token with the character at a position changed; negative positions count from the
 * end.
 */
export const changedAt = (token: string, place: number): string =>
  [...token].with(place, other([...token].at(place) ?? "")).join("")

const swapped = (token: string): string =>
  [...token]
    .map((letter) =>
      letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
    )
    .join("")

/** True if case certainly matters: hexadecimal digits may ignore it. */
const hasCase = (token: string): boolean => /[g-z]/u.test(token) && /[G-Z]/u.test(token)

/** Returns texts that are almost a token but belong to no one; `another` is a token, too. */
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
