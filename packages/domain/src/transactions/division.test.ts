import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { money } from "../core/money.ts"
import { division, spread } from "./division.ts"

const items = (...amounts: ReadonlyArray<number>) =>
  amounts.map((amount) => ({ amount: money(amount) }))

describe("a transaction is divided", () => {
  test.each<[string, number, ReadonlyArray<number>, ReadonlyArray<number>]>([
    ["without line items there is only the rest", 100, [], [100]],
    ["line items that add up leave nothing", 100, [60, 40], [60, 40, 0]],
    ["what line items leave is the rest", 110, [100], [100, 10]],
    ["what is more than the total is in proportion", 50, [60, 40], [30, 20, 0]],
    ["half a cent goes to the even one", 3, [5, 5], [2, 1, 0]],
    ["a line item of nothing has nothing", 5, [0, 5], [0, 5, 0]],
    ["nothing", 0, [], [0]],
    ["nothing of line items", 0, [5, 6], [0, 0, 0]],
    ["line items of nothing", 5, [0, 0], [0, 0, 5]],
  ])("%s", (_, total, amounts, expected) => {
    expect(division(total, items(...amounts))).toEqual(expected)
  })

  test("and adds up to it, whatever the items, of which none is below 0", () => {
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
