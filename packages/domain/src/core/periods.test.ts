import fc from "fast-check"
import { afterEach, describe, expect, test } from "vitest"
import { dayOf, daysBetween, endOfDay, epoch, startOfDay, timestamp } from "./dates.ts"
import {
  nextPeriod,
  type Period,
  periodContaining,
  type ResetPeriod,
  resetPeriods,
} from "./periods.ts"

const zone = process.env["TZ"]
const setZone = (name: string | undefined): void => {
  if (name === undefined) delete process.env["TZ"]
  else process.env["TZ"] = name
}
afterEach(() => setZone(zone))

/** Wednesday; its week begins on Monday 2025-12-15. */
const created = "2025-12-17T10:20:30.456Z"

type Row = readonly [ResetPeriod, instant: string, first: string, last: string]
const rows: ReadonlyArray<Row> = [
  ["DAILY", "2025-12-31T23:59:59.999Z", "2025-12-31", "2025-12-31"],
  ["DAILY", "2026-01-01T00:00:00.000Z", "2026-01-01", "2026-01-01"],
  ["DAILY", "2024-02-29T12:00:00.000Z", "2024-02-29", "2024-02-29"],
  ["DAILY", "2100-02-28T23:59:59.999Z", "2100-02-28", "2100-02-28"],
  ["DAILY", "1969-12-31T23:59:59.999Z", "1969-12-31", "1969-12-31"],
  ["DAILY", "9999-12-31T23:59:59.999Z", "9999-12-31", "9999-12-31"],

  ["WEEKLY", "2025-12-28T23:59:59.999Z", "2025-12-22", "2025-12-28"],
  ["WEEKLY", "2025-12-29T00:00:00.000Z", "2025-12-29", "2026-01-04"],
  ["WEEKLY", "2026-01-04T23:59:59.999Z", "2025-12-29", "2026-01-04"],
  ["WEEKLY", "2026-01-05T00:00:00.000Z", "2026-01-05", "2026-01-11"],
  ["WEEKLY", "2024-02-29T00:00:00.000Z", "2024-02-26", "2024-03-03"],
  ["WEEKLY", "2100-03-01T00:00:00.000Z", "2100-03-01", "2100-03-07"],
  ["WEEKLY", "1970-01-01T00:00:00.000Z", "1969-12-29", "1970-01-04"],

  ["FORTNIGHTLY", created, "2025-12-15", "2025-12-28"],
  ["FORTNIGHTLY", "2025-12-15T00:00:00.000Z", "2025-12-15", "2025-12-28"],
  ["FORTNIGHTLY", "2025-12-14T23:59:59.999Z", "2025-12-01", "2025-12-14"],
  ["FORTNIGHTLY", "2025-12-28T23:59:59.999Z", "2025-12-15", "2025-12-28"],
  ["FORTNIGHTLY", "2025-12-29T00:00:00.000Z", "2025-12-29", "2026-01-11"],
  ["FORTNIGHTLY", "2026-01-11T23:59:59.999Z", "2025-12-29", "2026-01-11"],
  ["FORTNIGHTLY", "2026-01-12T00:00:00.000Z", "2026-01-12", "2026-01-25"],
  ["FORTNIGHTLY", "2026-12-31T23:59:59.999Z", "2026-12-28", "2027-01-10"],

  ["MONTHLY", "2025-12-31T23:59:59.999Z", "2025-12-01", "2025-12-31"],
  ["MONTHLY", "2026-01-01T00:00:00.000Z", "2026-01-01", "2026-01-31"],
  ["MONTHLY", "2024-02-29T23:59:59.999Z", "2024-02-01", "2024-02-29"],
  ["MONTHLY", "2025-02-28T23:59:59.999Z", "2025-02-01", "2025-02-28"],
  ["MONTHLY", "2100-02-28T23:59:59.999Z", "2100-02-01", "2100-02-28"],
  ["MONTHLY", "2100-03-01T00:00:00.000Z", "2100-03-01", "2100-03-31"],
  ["MONTHLY", "0001-01-15T00:00:00.000Z", "0001-01-01", "0001-01-31"],
  ["MONTHLY", "9999-12-31T23:59:59.999Z", "9999-12-01", "9999-12-31"],

  ["QUARTERLY", "2025-12-31T23:59:59.999Z", "2025-10-01", "2025-12-31"],
  ["QUARTERLY", "2026-01-01T00:00:00.000Z", "2026-01-01", "2026-03-31"],
  ["QUARTERLY", "2026-04-01T00:00:00.000Z", "2026-04-01", "2026-06-30"],
  ["QUARTERLY", "2024-02-29T12:00:00.000Z", "2024-01-01", "2024-03-31"],
  ["QUARTERLY", "2026-09-30T23:59:59.999Z", "2026-07-01", "2026-09-30"],

  ["ANNUALLY", "2024-02-29T12:00:00.000Z", "2024-01-01", "2024-12-31"],
  ["ANNUALLY", "2025-12-31T23:59:59.999Z", "2025-01-01", "2025-12-31"],
  ["ANNUALLY", "2026-01-01T00:00:00.000Z", "2026-01-01", "2026-12-31"],
  ["ANNUALLY", "9999-06-01T00:00:00.000Z", "9999-01-01", "9999-12-31"],

  ["JULY_FINANCIAL_YEAR", "2026-06-30T23:59:59.999Z", "2025-07-01", "2026-06-30"],
  ["JULY_FINANCIAL_YEAR", "2026-07-01T00:00:00.000Z", "2026-07-01", "2027-06-30"],
  ["JULY_FINANCIAL_YEAR", "2026-01-01T00:00:00.000Z", "2025-07-01", "2026-06-30"],
  ["JULY_FINANCIAL_YEAR", "2024-02-29T12:00:00.000Z", "2023-07-01", "2024-06-30"],

  ["APRIL_FINANCIAL_YEAR", "2026-03-31T23:59:59.999Z", "2025-04-01", "2026-03-31"],
  ["APRIL_FINANCIAL_YEAR", "2026-04-01T00:00:00.000Z", "2026-04-01", "2027-03-31"],
  ["APRIL_FINANCIAL_YEAR", "2025-12-31T23:59:59.999Z", "2025-04-01", "2026-03-31"],
  ["APRIL_FINANCIAL_YEAR", "2024-02-29T12:00:00.000Z", "2023-04-01", "2024-03-31"],
]

const whole = (first: string, last: string): Period => ({
  current_period_start: startOfDay(first),
  current_period_end: endOfDay(last),
})

// Node applies a new TZ immediately. The first assertion verifies it.
describe.each([
  ["UTC", 0],
  ["Australia/Sydney", -660],
  ["America/New_York", 300],
])("in %s", (name, offset) => {
  test.each(rows)("%s at %s", (resetPeriod, instant, first, last) => {
    setZone(name)
    expect(new Date(epoch("2026-01-01T00:00:00.000Z")).getTimezoneOffset()).toBe(offset)
    expect(periodContaining(resetPeriod, instant, created)).toEqual(whole(first, last))
  })
})

describe("FORTNIGHTLY", () => {
  test.each([
    ["the Monday's first instant", "2025-12-15T00:00:00.000Z", "2025-12-15"],
    ["the Sunday's last instant", "2025-12-21T23:59:59.999Z", "2025-12-15"],
    ["the week after", "2025-12-22T00:00:00.000Z", "2025-12-22"],
    ["the week before", "2025-12-14T23:59:59.999Z", "2025-12-08"],
  ])("counts from the week of creation: %s", (_, made, first) =>
    expect(dayOf(periodContaining("FORTNIGHTLY", made, made).current_period_start)).toBe(first),
  )
})

describe("NEVER", () => {
  const period: Period = { current_period_start: created, current_period_end: null }
  test.each(["0001-01-01T00:00:00.000Z", created, "9999-12-31T23:59:59.999Z"])("at %s", (instant) =>
    expect(periodContaining("NEVER", instant, created)).toEqual(period),
  )

  test("has no next period", () => expect(nextPeriod("NEVER", period, created)).toBe(period))
})

describe("nextPeriod", () => {
  test.each([
    ["DAILY", "2024-02-28", "2024-02-28", "2024-02-29", "2024-02-29"],
    ["DAILY", "2100-02-28", "2100-02-28", "2100-03-01", "2100-03-01"],
    ["WEEKLY", "2025-12-22", "2025-12-28", "2025-12-29", "2026-01-04"],
    ["FORTNIGHTLY", "2025-12-15", "2025-12-28", "2025-12-29", "2026-01-11"],
    ["MONTHLY", "2024-01-01", "2024-01-31", "2024-02-01", "2024-02-29"],
    ["QUARTERLY", "2025-10-01", "2025-12-31", "2026-01-01", "2026-03-31"],
    ["ANNUALLY", "2025-01-01", "2025-12-31", "2026-01-01", "2026-12-31"],
    ["JULY_FINANCIAL_YEAR", "2025-07-01", "2026-06-30", "2026-07-01", "2027-06-30"],
    ["APRIL_FINANCIAL_YEAR", "2025-04-01", "2026-03-31", "2026-04-01", "2027-03-31"],
  ] as const)("%s after %s to %s", (resetPeriod, first, last, nextFirst, nextLast) =>
    expect(nextPeriod(resetPeriod, whole(first, last), created)).toEqual(
      whole(nextFirst, nextLast),
    ),
  )

  test("a period that would leave the year 9999 is a defect", () =>
    expect(() => nextPeriod("ANNUALLY", whole("9999-01-01", "9999-12-31"), created)).toThrow(
      RangeError,
    ))
})

describe("periods tile time", () => {
  const ending = fc.constantFrom(...resetPeriods.filter((resetPeriod) => resetPeriod !== "NEVER"))
  const instants = fc
    .integer({ min: epoch("0003-01-01T00:00:00.000Z"), max: epoch("9990-01-01T00:00:00.000Z") })
    .map(timestamp)
  const end = (period: Period): string => period.current_period_end as string

  test("a period contains its instant, and is the period of its first and last instant", () =>
    fc.assert(
      fc.property(ending, instants, instants, (resetPeriod, instant, made) => {
        const period = periodContaining(resetPeriod, instant, made)
        expect(period.current_period_start <= instant && instant <= end(period)).toBe(true)
        expect(periodContaining(resetPeriod, period.current_period_start, made)).toEqual(period)
        expect(periodContaining(resetPeriod, end(period), made)).toEqual(period)
      }),
      { numRuns: 5_000 },
    ))

  test("adjacent periods have no gap and no overlap", () =>
    fc.assert(
      fc.property(ending, instants, instants, (resetPeriod, instant, made) => {
        const period = periodContaining(resetPeriod, instant, made)
        const next = nextPeriod(resetPeriod, period, made)
        expect(epoch(next.current_period_start)).toBe(epoch(end(period)) + 1)
        const before = timestamp(epoch(period.current_period_start) - 1)
        expect(end(periodContaining(resetPeriod, before, made))).toBe(before)
      }),
      { numRuns: 5_000 },
    ))

  const lengths: Record<string, ReadonlyArray<number>> = {
    DAILY: [1],
    WEEKLY: [7],
    FORTNIGHTLY: [14],
    MONTHLY: [28, 29, 30, 31],
    QUARTERLY: [90, 91, 92],
  }
  test("the length of a period matches its cadence", () =>
    fc.assert(
      fc.property(ending, instants, instants, (resetPeriod, instant, made) => {
        const { current_period_start: start, ...period } = periodContaining(
          resetPeriod,
          instant,
          made,
        )
        const count = daysBetween(dayOf(start), dayOf(period.current_period_end as string)) + 1
        expect(lengths[resetPeriod] ?? [365, 366]).toContain(count)
      }),
      { numRuns: 5_000 },
    ))

  test("a thousand missed periods follow one by one", () => {
    let period = periodContaining("DAILY", "2024-01-01T00:00:00.000Z", created)
    for (let n = 0; n < 1_000; n++) period = nextPeriod("DAILY", period, created)
    expect(period).toEqual(whole("2026-09-27", "2026-09-27"))
  })
})
