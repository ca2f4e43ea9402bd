import { expect, test } from "vitest"
import { amountOf, isMoney, shown } from "./amounts.ts"

test.each([
  ["0", 0],
  ["-0", 0],
  ["0.1", 100],
  ["12.34", 12_340],
  ["-12.34", -12_340],
  ["0.001", 1],
  ["9999999999.999", 9_999_999_999_999],
  ["", undefined],
  ["1e3", undefined],
  ["1.", undefined],
  [".5", undefined],
  ["0.0001", undefined],
  ["12345678901", undefined],
  ["NaN", undefined],
])("the text %j is the amount %j", (text, amount) => {
  expect(amountOf(text)).toBe(amount)
})

test("ten times a tenth is one", () => {
  const tenth = amountOf("0.1") ?? 0
  expect(shown(Array.from({ length: 10 }, () => tenth).reduce((a, b) => a + b))).toBe(1)
})

test.each([
  [1_230, "AUD", true],
  [1_234, "AUD", false],
  [-1_234, "KWD", true],
  [1_200, "JPY", false],
  [-2_000, "JPY", true],
])("%d thousandths of %s are a valid amount: %s", (amount, currency, money) => {
  expect(isMoney(amount, currency)).toBe(money)
})
