/** Small letters whose full case folding is not the lower case of their upper case. */
const apart: ReadonlyMap<string, string> = new Map([
  ["ı", "ı"],
  ["ẞ", "ss"],
])

/** True for Cherokee letters, which fold to capitals because Unicode encoded the capitals first. */
const isCherokee = (letter: string): boolean =>
  (letter >= "\u13a0" && letter <= "\u13fd") || (letter >= "\uab70" && letter <= "\uabbf")

/** Returns the full case folding of one code point (status C and F of `CaseFolding.txt`). */
const foldLetter = (letter: string): string => {
  if (isCherokee(letter)) return letter.toUpperCase()
  return apart.get(letter) ?? letter.toUpperCase().toLowerCase()
}

const ascii = /^[\0-\x7f]*$/u
const beyondAscii = /[^\0-\x7f]/gu

/**
 * Returns the form of a text that is compared: "Emails, names that must be unique: compared by full
 * Unicode case folding after NFC (ß is ss); stored as given." Each letter is folded on its own,
 * independent of its neighbours and of the locale. This takes one pass over the text, so its length
 * must be checked first. The result has at most three times as many characters.
 */
export const fold = (text: string): string =>
  ascii.test(text)
    ? text.toLowerCase()
    : text
        .normalize("NFC")
        .replace(beyondAscii, foldLetter)
        .replace(/[A-Z]+/gu, small)

const small = (letters: string): string => letters.toLowerCase()

/** True if two texts are equal when case is ignored. */
export const sameFolded = (a: string, b: string): boolean => fold(a) === fold(b)
