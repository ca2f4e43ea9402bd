import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { money } from "../core/money.ts"
import { division, spread } from "./division.ts"

const items = (...amounts: ReadonlyArray<number>) =>
  amounts.map((amount) => ({ amount: money(amount) }))

describe("division", () => {
  test.each<[string, number, ReadonlyArray<number>, ReadonlyArray<number>]>([
    ["only the remainder without line items", 100, [], [100]],
    ["a remainder of 0 if the line items add up", 100, [60, 40], [60, 40, 0]],
    ["the remainder that line items do not cover", 110, [100], [100, 10]],
    ["line items above the total in proportion", 50, [60, 40], [30, 20, 0]],
    ["half-even rounding", 3, [5, 5], [2, 1, 0]],
    ["0 for a line item of 0", 5, [0, 5], [0, 5, 0]],
    ["a total of 0 without line items", 0, [], [0]],
    ["a total of 0", 0, [5, 6], [0, 0, 0]],
    ["line items of 0", 5, [0, 0], [0, 0, 5]],
  ])("%s", (_, total, amounts, expected) => {
    expect(division(total, items(...amounts))).toEqual(expected)
  })

  test("adds up to the total, for any items, and no part is below 0", () => {
    const amount = fc.integer({ min: 0, max: 2 ** 40 })
    fc.assert(
      fc.property(amount, fc.array(amount, { maxLength: 8 }), (total, amounts) => {
        const parts = division(total, items(...amounts))
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(total)
        expect(Math.min(...parts)).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})

test.each<[number, ReadonlyArray<number>, ReadonlyArray<number>]>([
  [100, [1, 1, 1], [33, 34, 33]],
  [7, [0, 0], [0, 7]],
  [0, [5, 6], [0, 0]],
  [11, [5, 6], [5, 6]],
])("%i is spread over %j", (total, weights, expected) => {
  expect(spread(total, weights)).toEqual(expected)
})
