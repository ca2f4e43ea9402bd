import { describe, expect, test } from "vitest"
import { fold, sameFolded } from "./fold.ts"

describe("fold", () => {
  test.each([
    ["nothing", "", ""],
    ["ASCII", "Ann.LEE@Example.TEST", "ann.lee@example.test"],
    ["ASCII among other letters", "CAFÉ Bar", "café bar"],
    ["sharp s", "Straße", "strasse"],
    ["capital sharp s", "STRAẞE", "strasse"],
    ["a ligature", "ﬁnance", "finance"],
    ["a ligature of three letters", "oﬃce", "office"],
    ["final sigma", "ΟΔΟΣ", "οδοσ"],
    ["small final sigma", "οδος", "οδοσ"],
    ["capital I with a dot: i and the dot", "İ", "i̇"],
    ["dotless i, which is not i", "ı", "ı"],
    ["long s", "ſ", "s"],
    ["the kelvin sign, by NFC", "\u212a", "k"],
    ["the micro sign, which folds to mu", "\u00b5", "μ"],
    ["iota subscript", "ᾼ", "αι"],
    ["an Armenian ligature", "և", "եւ"],
    ["small Cherokee, which folds to its capital", "\uab70\u13f8", "\u13a0\u13f0"],
    ["capital Cherokee", "\u13a0\u13f0", "\u13a0\u13f0"],
    ["capitals beyond 16 bits", "𐐀𞤀", "𐐨𞤢"],
    ["half of a surrogate pair", "\ud801A", "\ud801a"],
    ["decomposed", "CAFE\u0301", "caf\u00e9"],
    ["text without case", "東京 ٣", "東京 ٣"],
  ])("%s: %s", (_, text, folded) => {
    expect(fold(text)).toBe(folded)
    expect(fold(folded)).toBe(folded)
  })

  test("sameFolded ignores case", () => {
    expect(sameFolded("STRASSE@example.test", "straße@EXAMPLE.test")).toBe(true)
    expect(sameFolded("sıla", "sila")).toBe(false)
  })

  test("is at most three times as long as the text", () => {
    for (let point = 0; point < 0x110000; point++) {
      const letter = String.fromCodePoint(point)
      if (fold(letter).length > 3 * letter.length) expect(letter).toBe("short")
    }
  })
})
