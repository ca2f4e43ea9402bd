import { expect, test } from "vitest"
import { addDays, daysBetween, monthStart } from "./days.ts"

test.each([
  ["2026-01-31", 0, "2026-01-01"],
  ["2026-01-31", -1, "2025-12-01"],
  ["2024-02-29", 12, "2025-02-01"],
])("the month of %s, %d later, begins on %s", (date, months, start) => {
  expect(monthStart(date, months)).toBe(start)
})

test("days follow each other over the ends of months and leap days", () => {
  expect(addDays("2024-02-28", 1)).toBe("2024-02-29")
  expect(addDays("2026-01-01", -1)).toBe("2025-12-31")
  expect(daysBetween("2026-02-27", "2026-03-01")).toEqual([
    "2026-02-27",
    "2026-02-28",
    "2026-03-01",
  ])
  expect(daysBetween("2026-03-02", "2026-03-01")).toEqual([])
})
