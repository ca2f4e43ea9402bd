import { describe, expect, test } from "vitest"
import { dayOf, instantShown, type PeriodName, periods, startOfDay } from "./calendar.ts"

const created = Date.UTC(2026, 0, 15, 8, 30)

const rows: ReadonlyArray<readonly [PeriodName, now: string, start: string, end: string]> = [
  ["DAILY", "2026-03-10T00:00:00.000Z", "2026-03-10", "2026-03-11"],
  ["DAILY", "2026-03-10T23:59:59.999Z", "2026-03-10", "2026-03-11"],
  ["WEEKLY", "2026-03-10T12:00:00.000Z", "2026-03-08", "2026-03-15"],
  ["WEEKLY", "2026-03-14T23:59:59.999Z", "2026-03-08", "2026-03-15"],
  ["WEEKLY", "2026-03-15T00:00:00.000Z", "2026-03-15", "2026-03-22"],
  ["MONTHLY", "2024-02-29T12:00:00.000Z", "2024-02-01", "2024-03-01"],
  ["MONTHLY", "2026-12-31T23:59:59.999Z", "2026-12-01", "2027-01-01"],
  ["QUARTERLY", "2026-03-31T23:59:59.999Z", "2026-01-01", "2026-04-01"],
  ["QUARTERLY", "2026-12-01T00:00:00.000Z", "2026-10-01", "2027-01-01"],
  ["ANNUALLY", "2026-01-01T00:00:00.000Z", "2026-01-01", "2027-01-01"],
  ["JULY_FINANCIAL_YEAR", "2026-06-30T23:59:59.999Z", "2025-07-01", "2026-07-01"],
  ["JULY_FINANCIAL_YEAR", "2026-07-01T00:00:00.000Z", "2026-07-01", "2027-07-01"],
  ["APRIL_FINANCIAL_YEAR", "2026-03-31T23:59:59.999Z", "2025-04-01", "2026-04-01"],
  ["APRIL_FINANCIAL_YEAR", "2026-04-01T00:00:00.000Z", "2026-04-01", "2027-04-01"],
  ["NEVER", "2030-01-01T00:00:00.000Z", "2026-01-15", "9999-12-31"],
]

describe("periods", () => {
  test.each(rows)("%s at %s is from %s to %s", (name, now, start, end) => {
    const period = periods[name](Date.parse(now), created)
    expect([dayOf(period.start), dayOf(period.end)]).toEqual([start, end])
  })

  test("a fortnight is two weeks, and the next one begins at its end", () => {
    const now = Date.parse("2026-03-10T12:00:00.000Z")
    const { start, end } = periods.FORTNIGHTLY(now)
    expect(end - start).toBe(14 * 86_400_000)
    expect(start <= now && now < end).toBe(true)
    expect(periods.FORTNIGHTLY(end).start).toBe(end)
  })
})

test.each([
  ["2026-02-28", Date.UTC(2026, 1, 28)],
  ["2024-02-29", Date.UTC(2024, 1, 29)],
  ["2026-02-29", undefined],
  ["2026-13-01", undefined],
  ["2026-1-1", undefined],
  ["today", undefined],
])("the day %s begins at %s", (day, start) => {
  expect(startOfDay(day)).toBe(start)
})

test("an instant is shown in UTC, to the microsecond", () => {
  expect(instantShown(Date.UTC(2026, 0, 2, 3, 4, 5, 6))).toBe("2026-01-02T03:04:05.006000Z")
})
