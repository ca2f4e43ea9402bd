/** Small letters whose full case folding is not the small form of their capital. */
const apart: ReadonlyMap<string, string> = new Map([
  ["ı", "ı"],
  ["ẞ", "ss"],
])

/** Cherokee folds to its capitals: they were there first. */
const isCherokee = (letter: string): boolean =>
  (letter >= "\u13a0" && letter <= "\u13fd") || (letter >= "\uab70" && letter <= "\uabbf")

/** The full case folding of one code point (status C and F of `CaseFolding.txt`). */
const foldLetter = (letter: string): string => {
  if (isCherokee(letter)) return letter.toUpperCase()
  return apart.get(letter) ?? letter.toUpperCase().toLowerCase()
}

const ascii = /^[\0-\x7f]*$/u
const beyondAscii = /[^\0-\x7f]/gu

/**
 * A text as it is compared: "Emails, names that must be unique: compared by full Unicode case
 * folding after NFC (ß is ss); stored as given." Every letter is folded by itself, whatever stands
 * around it and whatever the language of the machine. It costs a pass over the text, whose length
 * is judged before; the fold has at most three times as many characters.
 */
export const fold = (text: string): string =>
  ascii.test(text)
    ? text.toLowerCase()
    : text
        .normalize("NFC")
        .replace(beyondAscii, foldLetter)
        .replace(/[A-Z]+/gu, small)

const small = (letters: string): string => letters.toLowerCase()

/** Whether two texts are one when their case is ignored. */
export const sameFolded = (a: string, b: string): boolean => fold(a) === fold(b)
