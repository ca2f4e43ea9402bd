import fc from "fast-check"
import { describe, expect, test } from "vitest"
import {
  addDays,
  dayOf,
  daysBetween,
  eachDay,
  endOfDay,
  epoch,
  isDate,
  parseTimestamp,
  requireDate,
  requireTimestamp,
  startOfDay,
  timestamp,
} from "./dates.ts"

describe("timestamp", () => {
  test.each([
    [0, "1970-01-01T00:00:00.000Z"],
    [-1, "1969-12-31T23:59:59.999Z"],
    [1_767_225_600_000, "2026-01-01T00:00:00.000Z"],
    [253_402_300_799_999, "9999-12-31T23:59:59.999Z"],
    [-62_135_596_800_000, "0001-01-01T00:00:00.000Z"],
  ])("%d is %s, and back", (millis, text) => {
    expect(timestamp(millis)).toBe(text)
    expect(epoch(text)).toBe(millis)
  })

  test.each([253_402_300_800_000, -62_167_219_200_001, NaN, Infinity])("%d is a defect", (millis) =>
    expect(() => timestamp(millis)).toThrow(RangeError),
  )

  const millis = fc.integer({ min: -62_135_596_800_000, max: 253_402_300_799_999 })
  test("the order of texts is the order of instants", () =>
    fc.assert(
      fc.property(millis, millis, (a, b) => {
        expect(timestamp(a) < timestamp(b)).toBe(a < b)
        expect(parseTimestamp(timestamp(a))).toBe(timestamp(a))
      }),
    ))
})

describe("isDate", () => {
  const real = ["2026-01-31", "2024-02-29", "2000-02-29", "0001-01-01", "9999-12-31", "2026-04-30"]
  test.each(real)("%s is a day", (text) => expect(isDate(text)).toBe(true))

  const unreal = [
    ...["2025-02-29", "1900-02-29", "2100-02-29", "2024-02-30", "2026-04-31", "2026-01-32"],
    ...["2025-13-01", "2025-00-01", "2025-01-00", "0000-01-01", "2025-3-1", "02025-03-01"],
    ...["2025-03-01 ", " 2025-03-01", "2025-03-01\n", "2025-03-01Z", "2025-03-01T00:00:00Z", ""],
    ...["20250301", "2025/03/01", "-2025-03-01", "٢٠٢٥-٠٣-٠١", "+002025-03-01"],
  ]
  test.each(unreal)("%j is not a day", (text) => expect(isDate(text)).toBe(false))

  test("agrees with the calendar on every day number of every month", () => {
    for (let year = 1890; year <= 2110; year++) {
      for (let month = 1; month <= 12; month++) {
        for (let day = 28; day <= 31; day++) {
          const text = `${year}-${String(month).padStart(2, "0")}-${day}`
          const same = new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day
          expect(isDate(text), text).toBe(same)
        }
      }
    }
  })
})

describe("requireTimestamp", () => {
  test("returns a timestamp unchanged", () => {
    const text = "2026-11-02T09:30:00.000Z"
    expect(requireTimestamp("/auth_date", text)).toBe(text)
  })

  test.each([
    "2026-11-20T23:30:00.000-05:00",
    "2026-11-20T23:30:00Z",
    "2026-02-30T00:00:00.000Z",
    "2026-11-20",
    "yesterday",
    "",
  ])("%j is a defect with a message", (text) =>
    expect(() => requireTimestamp("/auth_date", text)).toThrow(
      `/auth_date must be a UTC timestamp such as 2026-11-02T09:30:00.000Z, and it is "${text}".`,
    ),
  )
})

test.each(["2026-1-5", "2026-02-30", "2026-11-02T00:00:00.000Z", "soon"])(
  "%j is not a day and is a defect with a message",
  (text) =>
    expect(() => requireDate("/book_late_on", text)).toThrow(
      `/book_late_on must be a day such as 2026-11-02, and it is "${text}".`,
    ),
)

test("requireDate returns a day unchanged", () =>
  expect(requireDate("/book_late_on", "2026-11-02")).toBe("2026-11-02"))

describe("parseTimestamp", () => {
  test.each([
    ["2026-01-01T00:00:00Z", "2026-01-01T00:00:00.000Z"],
    ["2026-01-01t00:00:00z", "2026-01-01T00:00:00.000Z"],
    ["2026-01-01T00:00:00.1Z", "2026-01-01T00:00:00.100Z"],
    ["2026-01-01T00:00:00.999999999Z", "2026-01-01T00:00:00.999Z"],
    ["1969-12-31T23:59:59.9999Z", "1969-12-31T23:59:59.999Z"],
    ["2026-01-01T00:00:00.0009+00:00", "2026-01-01T00:00:00.000Z"],
    ["2026-01-01T10:30:00+11:00", "2025-12-31T23:30:00.000Z"],
    ["2025-12-31T19:30:00.5-05:30", "2026-01-01T01:00:00.500Z"],
    ["2026-01-01T00:00:00-00:00", "2026-01-01T00:00:00.000Z"],
    ["2024-02-29T23:59:59+00:01", "2024-02-29T23:58:59.000Z"],
    ["0001-01-01T00:00:00-23:59", "0001-01-01T23:59:00.000Z"],
    ["9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"],
  ])("%s is %s", (text, expected) => expect(parseTimestamp(text)).toBe(expected))

  test.each([
    ...["", "2026-01-01", "2026-01-01T00:00Z", "2026-01-01T00:00:00", "2026-01-01 00:00:00Z"],
    ...["2026-01-01T24:00:00Z", "2026-01-01T23:60:00Z", "2026-01-01T23:59:60Z"],
    ...["2025-02-29T00:00:00Z", "2026-13-01T00:00:00Z", "0000-01-01T00:00:00Z"],
    ...["2026-01-01T00:00:00.Z", "2026-01-01T00:00:00,5Z", "2026-01-01T00:00:00.1234567890Z"],
    ...["2026-01-01T00:00:00+24:00", "2026-01-01T00:00:00+10:60", "2026-01-01T00:00:00+1000"],
    ...["2026-01-01T00:00:00+10", "2026-01-01T00:00:00Z ", "2026-01-01T00:00:00Z\n"],
    ...["0001-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01", "1767225600", "now"],
  ])("%j is not a timestamp", (text) => expect(parseTimestamp(text)).toBeNull())
})

describe("days", () => {
  test("the first and the last instant of a day are on that day", () => {
    expect(dayOf(startOfDay("2024-02-29"))).toBe("2024-02-29")
    expect(dayOf(endOfDay("2024-02-29"))).toBe("2024-02-29")
    expect(epoch(endOfDay("2024-02-29")) + 1).toBe(epoch(startOfDay("2024-03-01")))
  })

  test.each([
    ["2024-02-28", 1, "2024-02-29"],
    ["2024-02-28", 2, "2024-03-01"],
    ["2025-02-28", 1, "2025-03-01"],
    ["2100-02-28", 1, "2100-03-01"],
    ["2025-12-31", 1, "2026-01-01"],
    ["2026-01-01", -1, "2025-12-31"],
    ["2026-01-01", 0, "2026-01-01"],
    ["2024-01-01", 366, "2025-01-01"],
    ["0001-01-01", 3_652_058, "9999-12-31"],
  ])("%s plus %d days is %s", (date, n, expected) => {
    expect(addDays(date, n)).toBe(expected)
    expect(daysBetween(date, expected)).toBe(n)
  })

  test.each([
    ["2024-02-28", "2024-03-01", ["2024-02-28", "2024-02-29", "2024-03-01"]],
    ["2026-01-01", "2026-01-01", ["2026-01-01"]],
    ["2026-01-02", "2026-01-01", []],
    ["2026-02-01", "2026-01-01", []],
    ["9999-12-30", "9999-12-31", ["9999-12-30", "9999-12-31"]],
  ])("each day from %s to %s", (from, to, expected) => expect(eachDay(from, to)).toEqual(expected))
})
