import { BigDecimal, Result } from "effect"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { currencies, decimalsOf, isCurrency } from "./currencies.ts"
import {
  exceedsBound,
  format,
  maxAmount,
  money,
  parseDecimal,
  scale,
  split,
  toMajor,
  toMinor,
  zero,
} from "./money.ts"
import { TooManyDecimals } from "./refusals.ts"

const decimal = BigDecimal.fromStringUnsafe

/** Returns the minor units, or "refused" if there are too many decimals. */
const minorOf = (text: string, currency: string): number | "refused" => {
  const result = toMinor(decimal(text), currency, "/amount")
  return Result.isSuccess(result) ? result.success : "refused"
}

describe("money", () => {
  const safe = [0, 1, -1, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]
  test.each(safe)("%d is an amount", (minor) => expect(money(minor)).toBe(minor))

  const unsafe = [2 ** 53, -(2 ** 53), 2 ** 63, 2 ** 64, 1e308, 0.5, NaN, Infinity, -Infinity]
  test.each(unsafe)("%d is a defect", (minor) => expect(() => money(minor)).toThrow(RangeError))

  test("-0 becomes 0", () => {
    expect(money(-0)).toBe(0)
    expect(zero).toBe(0)
  })
})

describe("currencies", () => {
  test.each([
    ["JPY KRW VND CLP ISK UGX UYI XAF XOF XPF BIF DJF GNF KMF PYG RWF VUV", 0],
    ["AUD EUR USD NZD GBP MGA MRU HUF TWD IDR LBP", 2],
    ["BHD IQD JOD KWD LYD OMR TND", 3],
    ["CLF UYW", 4],
  ])("%s have %d decimals", (codes, decimals) => {
    for (const code of codes.split(" ")) {
      expect(isCurrency(code), code).toBe(true)
      expect(decimalsOf(code), code).toBe(decimals)
    }
  })

  test.each(["AUD", "USD", "JPY", "KWD", "ZWG", "XCG"])("%s is a currency", (code) =>
    expect(isCurrency(code)).toBe(true),
  )

  test.each(["", "aud", "AU", "AUDX", " AUD", "XXX", "XAU", "DEM", "HRK", "toString"])(
    "%j is not a currency",
    (code) => expect(isCurrency(code)).toBe(false),
  )

  test("each code is listed once, in order", () => {
    expect([...new Set(currencies)].sort()).toEqual(currencies)
    expect(currencies.every((code) => /^[A-Z]{3}$/u.test(code))).toBe(true)
  })
})

describe("toMinor", () => {
  test.each([
    ["12.34", "AUD", 1234],
    ["-12.34", "AUD", -1234],
    ["1.000", "AUD", 100],
    ["1e0", "JPY", 1],
    ["1.0", "JPY", 1],
    ["1e3", "JPY", 1000],
    ["-0", "AUD", 0],
    ["0e-9", "AUD", 0],
    ["0.00000000", "JPY", 0],
    ["1.005", "KWD", 1005],
    ["1.0005", "UYW", 10005],
    ["9999999999.99", "AUD", 999_999_999_999],
    ["-9999999999.99", "CLF", -99_999_999_999_900],
    ["-9999999999.99", "KWD", -9_999_999_999_990],
    ["9999999999", "JPY", 9_999_999_999],
    ["1.005", "AUD", "refused"],
    ["0.001", "AUD", "refused"],
    ["1e-7", "KWD", "refused"],
    ["0.5", "JPY", "refused"],
    ["1.0005", "KWD", "refused"],
    ["1e-999999999", "AUD", "refused"],
    ["1000000000000000000000.001", "AUD", "refused"],
  ])("%s %s is %s", (text, currency, expected) => expect(minorOf(text, currency)).toBe(expected))

  test("refuses with the pointer, the currency and its decimals", () => {
    expect(toMinor(decimal("1.005"), "AUD", "/line_items/0/amount")).toEqual(
      Result.fail(
        new TooManyDecimals({ pointer: "/line_items/0/amount", currency: "AUD", decimals: 2 }),
      ),
    )
  })

  test.each([
    ["10000000000", "AUD", "of any sign", "between -9999999999.99 and 9999999999.99"],
    ["-9999999999.999", "KWD", "of any sign", "between -9999999999.99 and 9999999999.99"],
    ["10000000000", "JPY", "of any sign", "between -9999999999.99 and 9999999999.99"],
    ["-0.01", "AUD", "at least 0", "at least 0, and it is -0.01."],
    ["0", "AUD", "greater than 0", "greater than 0, and it is 0."],
    ["0.00", "AUD", "other than 0", "other than 0, and it is 0."],
  ] as const)("%s %s, %s: a defect with a message", (text, currency, sign, message) =>
    expect(() => toMinor(decimal(text), currency, "/amount", sign)).toThrow(
      `/amount must be ${message}`,
    ),
  )

  const unsafe = ["90071992547409.92", "90071992547409.93", "1e21", "1e308", "1e400", "1e999999999"]
  test.each(unsafe)("%s AUD is never rounded: a defect", (text) =>
    expect(() => minorOf(text, "AUD")).toThrow(RangeError),
  )
})

describe("exceedsBound", () => {
  test.each([
    ["0", false],
    ["1e10", true],
    ["1e9", false],
    ["9999999999.99", false],
    ["-9999999999.99", false],
    ["9999999999.9900", false],
    ["9999999999.990000000000000000001", true],
    ["9999999999.995", true],
    ["-9999999999.991", true],
    ["9999999999", false],
    ["9999999990", false],
    ["10000000000", true],
    ["-10000000000", true],
    ["0.1", false],
    ["1e-999999999", false],
    ["9007199254740991", true],
    ["9007199254740992", true],
    ["9007199254740993", true],
    ["9223372036854775808", true],
    ["18446744073709551616", true],
    ["1e21", true],
    ["1e308", true],
    ["-1e400", true],
    ["1e999999999", true],
  ])("%s: %s", (text, expected) => expect(exceedsBound(decimal(text))).toBe(expected))

  test("accepts the bound itself", () =>
    expect(exceedsBound(decimal(String(maxAmount)))).toBe(false))
})

describe("toMajor and format", () => {
  test.each([
    [1230, "AUD", 12.3, "12.30 AUD"],
    [-1230, "AUD", -12.3, "-12.30 AUD"],
    [5, "AUD", 0.05, "0.05 AUD"],
    [-5, "AUD", -0.05, "-0.05 AUD"],
    [0, "AUD", 0, "0.00 AUD"],
    [123456789, "AUD", 1234567.89, "1234567.89 AUD"],
    [5, "JPY", 5, "5 JPY"],
    [-1500, "JPY", -1500, "-1500 JPY"],
    [1005, "KWD", 1.005, "1.005 KWD"],
    [7, "KWD", 0.007, "0.007 KWD"],
    [10005, "UYW", 1.0005, "1.0005 UYW"],
    [999_999_999_999, "AUD", 9_999_999_999.99, "9999999999.99 AUD"],
    [Number.MAX_SAFE_INTEGER, "AUD", 90071992547409.91, "90071992547409.91 AUD"],
  ])("%d of %s", (minor, currency, major, sentence) => {
    expect(toMajor(minor, currency)).toBe(major)
    expect(format(minor, currency)).toBe(sentence)
  })

  /** Maps any minor units into the bound of the currency. */
  const bounded = (currency: string) => (minor: number) =>
    minor % (10_000_000_000 * 10 ** decimalsOf(currency) - 10 ** decimalsOf(currency))
  const anyAmount = fc
    .constantFrom(...currencies)
    .chain((currency) =>
      fc.maxSafeInteger().map((minor) => [currency, bounded(currency)(minor)] as const),
    )
  test("toMinor reads back the JSON number of toMajor, in every currency", () =>
    fc.assert(
      fc.property(anyAmount, ([currency, minor]) => {
        const json = JSON.stringify(toMajor(minor, currency))
        expect(minorOf(json, currency)).toBe(money(minor))
      }),
      { numRuns: 100_000 },
    ))

  test("format writes the exact value", () =>
    fc.assert(
      fc.property(anyAmount, ([currency, minor]) => {
        const [number = "", code] = format(minor, currency).split(" ")
        expect(code).toBe(currency)
        expect(minorOf(number, currency)).toBe(money(minor))
      }),
      { numRuns: 10_000 },
    ))
})

describe("sums are exact", () => {
  const sum = (texts: ReadonlyArray<string>): number =>
    texts.reduce((total, text) => money(total + (minorOf(text, "AUD") as number)), 0)

  test("ten times 0.1 is 1", () =>
    expect(toMajor(sum(Array.from({ length: 10 }, () => "0.1")), "AUD")).toBe(1))

  test("0.1 + 0.2 is 0.3", () => expect(toMajor(sum(["0.1", "0.2"]), "AUD")).toBe(0.3))

  const cents = fc.integer({ min: -999_999_999_999, max: 999_999_999_999 })
  test("sums of amounts equal the sums of decimals", () =>
    fc.assert(
      fc.property(fc.array(cents, { maxLength: 50 }), (amounts) => {
        const texts = amounts.map((minor) => String(toMajor(minor, "AUD")))
        const model = BigDecimal.sumAll(texts.map(decimal))
        expect(BigDecimal.equals(decimal(String(toMajor(sum(texts), "AUD"))), model)).toBe(true)
      }),
      { numRuns: 2_000 },
    ))
})

describe("parseDecimal", () => {
  test.each([
    ["0", "0"],
    ["12.30", "12.3"],
    ["-12.30", "-12.3"],
    ["+7", "7"],
    ["-0.05", "-0.05"],
    ["007.50", "7.5"],
    ["123456789012345678901234567890.1", "123456789012345678901234567890.1"],
  ])("%s", (text, expected) => {
    const parsed = parseDecimal(text)
    expect(parsed !== null && BigDecimal.format(parsed)).toBe(expected)
  })

  const strange = [
    "",
    " 1",
    "1 ",
    "1\n",
    ".5",
    "5.",
    "-",
    "+",
    "--1",
    "+-1",
    "1e3",
    "1,000",
    "1.2.3",
  ]
  const stranger = ["0x10", "NaN", "Infinity", "$1", "1_000", "١٢", "−1", "1n", "(1)", "1/2"]
  test.each([...strange, ...stranger])("%j is not a decimal", (text) =>
    expect(parseDecimal(text)).toBeNull(),
  )
})

describe("scale", () => {
  test.each([
    [100, 1, 2, 50],
    [5, 1, 2, 2],
    [7, 1, 2, 4],
    [-5, 1, 2, -2],
    [-7, 1, 2, -4],
    [5, -1, 2, -2],
    [7, -1, -2, 4],
    [-7, -1, -2, -4],
    [1, 1, 3, 0],
    [2, 1, 3, 1],
    [-1, 1, 3, 0],
    [0, 5, 7, 0],
    [1000, 0, 7, 0],
    [10_000, 6_667, 10_000, 6_667],
    [999_999_999_999, 999_999_999_998, 999_999_999_999, 999_999_999_998],
    [
      Number.MAX_SAFE_INTEGER,
      Number.MAX_SAFE_INTEGER,
      Number.MAX_SAFE_INTEGER,
      Number.MAX_SAFE_INTEGER,
    ],
  ])("%d × %d / %d is %d", (amount, part, whole, expected) =>
    expect(scale(money(amount), money(part), money(whole))).toBe(expected),
  )

  test("a part of 0 is a defect, and so is a result out of range", () => {
    expect(() => scale(money(1), money(1), zero)).toThrow(RangeError)
    expect(() => scale(money(Number.MAX_SAFE_INTEGER), money(2), money(1))).toThrow(RangeError)
  })

  const amounts = fc.maxSafeInteger().map(money)
  const nonzero = amounts.filter((minor) => minor !== 0)
  test("the whole of an amount is the amount", () =>
    fc.assert(
      fc.property(amounts, nonzero, (amount, whole) => {
        expect(scale(amount, whole, whole)).toBe(amount)
      }),
    ))

  test("the result is rounded half-even", () =>
    fc.assert(
      fc.property(fc.integer(), fc.integer(), fc.integer({ min: -50, max: 50 }), (a, p, whole) => {
        fc.pre(whole !== 0 && Math.abs((a * p) / whole) < 2 ** 50)
        const result = BigInt(scale(money(a), money(p), money(whole)))
        const off = (BigInt(a) * BigInt(p) - result * BigInt(whole)) * 2n
        const size = BigInt(Math.abs(whole))
        const distance = off < 0n ? -off : off
        expect(distance < size || (distance === size && result % 2n === 0n)).toBe(true)
      }),
    ))
})

describe("split", () => {
  test.each([
    [100, 3, [34, 33, 33]],
    [101, 3, [34, 34, 33]],
    [-100, 3, [-34, -33, -33]],
    [-101, 3, [-34, -34, -33]],
    [2, 4, [1, 1, 0, 0]],
    [-2, 4, [-1, -1, 0, 0]],
    [-4, 2, [-2, -2]],
    [0, 2, [0, 0]],
    [7, 1, [7]],
  ])("%d in %d", (total, parts, expected) => expect(split(money(total), parts)).toEqual(expected))

  test.each([0, -1, 1.5, NaN])("%d parts are a defect", (parts) =>
    expect(() => split(money(10), parts)).toThrow(RangeError),
  )

  test("the parts add up, differ by at most one, and the larger ones come first", () =>
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.integer({ min: 1, max: 300 }), (total, parts) => {
        const shares = split(money(total), parts)
        const sizes = shares.map(Math.abs)
        expect(shares).toHaveLength(parts)
        expect(shares.reduce((sum, share) => sum + BigInt(share), 0n)).toBe(BigInt(total))
        expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1)
        expect(sizes).toEqual(sizes.toSorted((a, b) => b - a))
      }),
    ))
})
