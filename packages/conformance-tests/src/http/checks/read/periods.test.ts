import { expect, test } from "vitest"
import { isOnDay, lasts } from "./periods.ts"

const midnight = "T00:00:00.000Z"
const last = "T23:59:59.999Z"

test.each([
  ["DAILY", `2026-03-02${midnight}`, `2026-03-03${midnight}`, true],
  ["DAILY", `2026-03-02${midnight}`, `2026-03-02${last}`, true],
  ["DAILY", `2026-03-02${midnight}`, `2026-03-02${midnight}`, false],
  ["DAILY", `2026-03-02${midnight}`, `2026-03-08${last}`, false],
  ["WEEKLY", `2026-03-02${midnight}`, `2026-03-08${last}`, true],
  ["WEEKLY", `2026-03-02${midnight}`, `2026-03-08${midnight}`, true],
  ["WEEKLY", `2026-03-02${midnight}`, `2026-03-15${last}`, false],
  ["FORTNIGHTLY", `2026-03-02${midnight}`, `2026-03-15T23:59:59Z`, true],
  ["FORTNIGHTLY", `2026-03-02${midnight}`, `2026-03-08${last}`, false],
  ["MONTHLY", `2026-02-01${midnight}`, `2026-02-28${last}`, true],
  ["MONTHLY", `2026-02-01${midnight}`, `2026-03-02${last}`, false],
  ["MONTHLY", `2026-02-15${midnight}`, `2026-03-15${midnight}`, true],
  ["QUARTERLY", `2026-01-01${midnight}`, `2026-03-31${last}`, true],
  ["QUARTERLY", `2026-01-01${midnight}`, `2026-01-31${last}`, false],
  ["ANNUALLY", `2024-01-01${midnight}`, `2024-12-31${last}`, true],
  ["JULY_FINANCIAL_YEAR", `2025-07-01${midnight}`, `2026-06-30${last}`, true],
  ["APRIL_FINANCIAL_YEAR", `2025-04-01${midnight}`, `2026-06-30${last}`, false],
] as const)("%s from %s to %s: %s", (period, start, end, holds) => {
  expect(lasts(period, start, end)).toBe(holds)
})

test("a day of the year, in UTC", () => {
  expect(isOnDay("2025-07-01T00:00:00+00:00", "07-01")).toBe(true)
  expect(isOnDay("2025-06-30T14:00:00Z", "07-01")).toBe(false)
})
