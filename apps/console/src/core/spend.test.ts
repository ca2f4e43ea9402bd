import { describe, expect, test } from "vitest"
import { burnDown, byDay, byKey, forecast, largest, totalOf } from "./spend.ts"

const group = (key: string | null, spent: number, refunded = 0) => ({
  keys: [key],
  count: 1,
  spent,
  refunded,
})

describe("spending", () => {
  const groups = [group("2026-11-01", 0.3), group("2026-11-03", 1, 0.5)]

  test("is exact for every day, and net of refunds", () => {
    expect(byDay(groups, "2026-11-01", "2026-11-03", "AUD")).toEqual([
      { day: "2026-11-01", amount: 30 },
      { day: "2026-11-02", amount: 0 },
      { day: "2026-11-03", amount: 50 },
    ])
  })

  test("on one day in several groups is one amount", () => {
    const twice = [group("2026-11-01", 0.1), group("2026-11-01", 0.2)]
    expect(byDay(twice, "2026-11-01", "2026-11-01", "AUD")).toEqual([
      { day: "2026-11-01", amount: 30 },
    ])
  })

  test("consists of the largest sums and the rest, which is never a single sum", () => {
    const sums = byKey([group("a", 5), group(null, 3), group("b", 2), group("c", 0, 1)], "AUD")
    expect(largest(sums, 2)).toEqual({ sums: sums.slice(0, 2), rest: 100 })
    expect(largest(sums, 3)).toEqual({ sums, rest: null })
  })

  test("adds up", () => {
    expect(totalOf(groups, "AUD")).toBe(80)
    expect(totalOf([], "AUD")).toBe(0)
  })

  test("is sorted by key with the largest first and refunds last", () => {
    const kinds = [group("travel", 0.05), group("meals", 0, 0.25), group(null, 1)]
    expect(byKey(kinds, "AUD")).toEqual([
      { key: null, amount: 100 },
      { key: "travel", amount: 5 },
      { key: "meals", amount: -25 },
    ])
  })
})

describe("a forecast", () => {
  test.each([
    [1000, 0, 10, 30, 1000],
    [700, 300, 10, 30, 100],
    [100, 900, 10, 30, -1700],
    [500, 500, 0, 30, 500],
    [500, 500, 30, 30, 500],
  ])("with %d left and %d spent in %d of %d days is %d", (available, spent, past, all, end) => {
    expect(forecast(available, spent, past, all)).toBe(end)
  })

  test("continues from the amount available today", () => {
    const spent = [
      { day: "2026-11-01", amount: 100 },
      { day: "2026-11-02", amount: 200 },
    ]
    expect(burnDown(spent, 700, "2026-11-02", "2026-11-04")).toEqual([
      { day: "2026-11-01", left: 900 },
      { day: "2026-11-02", left: 700, ahead: 700 },
      { day: "2026-11-03", ahead: 550 },
      { day: "2026-11-04", ahead: 400 },
    ])
  })
})
