import { describe, expect, test } from "vitest"
import { daysOf, filtersIn } from "./filters.ts"

describe("the days of a statement", () => {
  test.each([
    ["90 days up to today", {}, "2026-08-25", "2026-11-22"],
    ["up to a chosen day", { to: "2026-01-01" }, "2025-10-04", "2026-01-01"],
    ["from a chosen day", { from: "2026-11-01" }, "2026-11-01", "2026-11-22"],
    ["turned round", { from: "2026-12-01", to: "2026-11-01" }, "2026-11-01", "2026-11-01"],
    ["too many", { from: "2020-01-01", to: "2026-11-22" }, "2025-07-11", "2026-11-22"],
  ])("%s", (_, filters, start, end) => {
    expect(daysOf(filters, "2026-11-22")).toEqual({ start, end })
  })

  test("an address is cleaned", () => {
    expect(filtersIn({ currency: "aud", from: "yesterday", to: "2026-11-22" })).toEqual({
      to: "2026-11-22",
    })
  })
})
