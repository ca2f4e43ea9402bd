import { describe, expect, test } from "vitest"
import { decimalText, fromWire, readMoney, shares, showMoney, toWire, typedMoney } from "./money.ts"

describe("amounts of the wire", () => {
  test.each([
    [12.34, "AUD", 1234],
    [-0.29, "AUD", -29],
    [1.1, "AUD", 110],
    [9_999_999_999.99, "AUD", 999_999_999_999],
    [4.35, "AUD", 435],
    [1250, "JPY", 1250],
    [-1, "JPY", -1],
    [0.001, "KWD", 1],
    [12.5, "KWD", 12_500],
    [0, "AUD", 0],
  ])("%d %s is %d minor units, and back", (wire, currency, minor) => {
    expect(fromWire(wire, currency)).toBe(minor)
    expect(toWire(minor, currency)).toBe(wire)
  })

  test("ten thousand amounts survive a round trip", () => {
    for (let minor = -5_000; minor < 5_000; minor++) {
      expect(fromWire(Number(decimalText(minor, "AUD")), "AUD")).toBe(minor)
    }
  })
})

describe("amounts that are typed", () => {
  test.each([
    ["12.34", "AUD", "en-AU", 1234],
    ["1,234.5", "AUD", "en-AU", 123_450],
    [" 1 234.50 ", "AUD", "en-GB", 123_450],
    ["12,34", "AUD", "de", 1234],
    ["1.234,5", "EUR", "de", 123_450],
    ["1.234,50", "EUR", "de-AT", 123_450],
    ["1 234,50", "EUR", "de-AT", 123_450],
    ["1’234.50", "CHF", "de-CH", 123_450],
    ["1'234'567.5", "CHF", "de-CH", 123_456_750],
    ["1234.50", "CHF", "de-CH", 123_450],
    ["-7", "AUD", "en-US", -700],
    ["12.000", "AUD", "en-AU", 1200],
    ["1234", "JPY", "en-AU", 1234],
    ["1.005", "KWD", "en-AU", 1005],
    ["0", "AUD", "en-AU", 0],
  ])("%j of %s in %s is %s", (text, currency, locale, minor) => {
    expect(readMoney(text, currency, locale).minor).toBe(minor)
  })

  test.each([
    ["", "AUD", "en-AU", "empty"],
    ["  ", "AUD", "en-AU", "empty"],
    [".5", "AUD", "en-AU", "not_a_number"],
    ["twelve", "AUD", "en-AU", "not_a_number"],
    ["1.2.3", "AUD", "en-AU", "not_a_number"],
    ["1,23", "AUD", "en-AU", "not_a_number"],
    ["1e3", "AUD", "en-AU", "not_a_number"],
    ["12.345", "AUD", "en-AU", "too_many_decimals"],
    ["12,345", "AUD", "de", "too_many_decimals"],
    ["1.5", "JPY", "en-AU", "too_many_decimals"],
    ["10000000000", "AUD", "en-AU", "too_large"],
  ])("%j of %s in %s is refused: %s", (text, currency, locale, fault) => {
    expect(readMoney(text, currency, locale)).toEqual({ fault })
  })

  test.each([
    [123_456, "AUD", "de", "1234,56"],
    [-5, "AUD", "en-AU", "-0.05"],
    [5, "JPY", "en-AU", "5"],
    [5, "KWD", "en-AU", "0.005"],
  ])("%d of %s in %s is typed as %j, and parsed again", (minor, currency, locale, text) => {
    expect(typedMoney(minor, currency, locale)).toBe(text)
    expect(readMoney(text, currency, locale)).toEqual({ minor })
  })
})

test.each([
  [123_456, "AUD", "en-AU", "$1,234.56"],
  [-50, "USD", "en-US", "-$0.50"],
  [1250, "JPY", "en-GB", "¥1,250"],
  [999_999_999_999, "AUD", "en-AU", "$9,999,999,999.99"],
  [123_456, "EUR", "de", "1.234,56\u00a0€"],
  [123_456, "EUR", "de-AT", "€\u00a01.234,56"],
  [123_450, "CHF", "de-CH", "CHF\u00a01’234.50"],
])("%d of %s in %s is shown as %j", (minor, currency, locale, text) => {
  expect(showMoney(minor, currency, locale)).toBe(text)
})

test.each([
  [100, 3, [34, 33, 33]],
  [-100, 3, [-34, -33, -33]],
  [1, 2, [1, 0]],
  [0, 2, [0, 0]],
])("%d in %d shares is %j", (minor, count, expected) => {
  expect(shares(minor, count)).toEqual(expected)
})

test.each([
  ["USD", "en-AU", "AUD", "USD\u00a01.00"],
  ["AUD", "en-AU", "AUD", "$1.00"],
  ["USD", "de", "AUD", "1,00\u00a0USD"],
  ["USD", "en-US", "AUD", "USD\u00a01.00"],
  ["AUD", "de", "USD", "1,00\u00a0AU$"],
  ["GBP", "de", "AUD", "1,00\u00a0£"],
])(
  "an amount of %s, in %s where all is in %s, says of where it is",
  (currency, locale, own, text) => {
    expect(showMoney(100, currency, locale, own)).toBe(text)
  },
)
