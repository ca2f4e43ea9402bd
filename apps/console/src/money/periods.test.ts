import { expect, test } from "vitest"
import { periodsOf } from "./periods.ts"

test.each([
  ["2026-11-23", "2026-10-01 2026-10-31", "2026-11-01 2026-11-30", "2026-07-01 2026-09-30"],
  ["2026-01-01", "2025-12-01 2025-12-31", "2026-01-01 2026-01-31", "2025-10-01 2025-12-31"],
  ["2024-03-31", "2024-02-01 2024-02-29", "2024-03-01 2024-03-31", "2023-10-01 2023-12-31"],
  ["2026-04-30", "2026-03-01 2026-03-31", "2026-04-01 2026-04-30", "2026-01-01 2026-03-31"],
])("the periods of %s", (today, lastMonth, thisMonth, lastQuarter) => {
  const found = Object.entries(periodsOf(today)).map(([name, { start_date, end_date }]) => [
    name,
    `${start_date} ${end_date}`,
  ])
  expect(Object.fromEntries(found)).toEqual({ lastMonth, thisMonth, lastQuarter })
})
