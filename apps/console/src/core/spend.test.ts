import { describe, expect, test } from "vitest"
import { addUp, burnDown, forecast } from "./spend.ts"

const of = (
  auth_date: string,
  amount: number,
  ...items: ReadonlyArray<[number, string | null]>
) => ({
  auth_date: `${auth_date}T10:00:00.000Z`,
  amount,
  line_items: items.map(([part, name], n) => ({
    id: String(n),
    amount: part,
    gst_amount: 0,
    custom_fields: [],
    description: "",
    category: name === null ? null : { id: name, name, code: null },
  })),
})

describe("spending", () => {
  const spent = addUp(
    [
      of("2026-11-01", -0.1, [0.1, "Meals"]),
      of("2026-11-01", -0.2, [0.15, "Meals"], [0.05, "Travel"]),
      of("2026-11-03", -1, [0.4, null]),
      of("2026-11-03", 0.5, [0.5, "Meals"]),
    ],
    "2026-11-01",
    "2026-11-03",
    "AUD",
  )

  test("adds up to the cent, by day and by category", () => {
    expect(spent.total).toBe(80)
    expect(spent.days).toEqual([
      { day: "2026-11-01", amount: 30 },
      { day: "2026-11-02", amount: 0 },
      { day: "2026-11-03", amount: 50 },
    ])
    expect(spent.categories).toEqual([
      { name: null, amount: 100 },
      { name: "Travel", amount: 5 },
      { name: "Meals", amount: -25 },
    ])
  })

  test("both ways of adding up agree", () => {
    const sum = (all: ReadonlyArray<{ amount: number }>) => all.reduce((n, _) => n + _.amount, 0)
    expect(sum(spent.categories)).toBe(sum(spent.days))
  })
})

describe("a forecast", () => {
  test.each([
    [1000, 0, 10, 30, 1000],
    [700, 300, 10, 30, 100],
    [100, 900, 10, 30, -1700],
    [500, 500, 0, 30, 500],
    [500, 500, 30, 30, 500],
  ])("of %d left and %d spent in %d of %d days is %d", (available, spent, past, all, end) => {
    expect(forecast(available, spent, past, all)).toBe(end)
  })

  test("goes on from what is available today", () => {
    const spent = addUp(
      [of("2026-11-01", -1), of("2026-11-02", -2)],
      "2026-11-01",
      "2026-11-02",
      "AUD",
    )
    expect(burnDown(spent, 700, "2026-11-02", "2026-11-04")).toEqual([
      { day: "2026-11-01", left: 900 },
      { day: "2026-11-02", left: 700, ahead: 700 },
      { day: "2026-11-03", ahead: 550 },
      { day: "2026-11-04", ahead: 400 },
    ])
  })
})
