import { describe, expect, test } from "vitest"
import { readKeep, retainedOf } from "./retention.ts"

/** Time of a backup at noon of a day. */
const at = (day: string) => `${day}T12:00:00.000Z`

/** Returns the times that the rules of `text` retain, newest first. */
const retainedBy = (text: string, times: ReadonlyArray<string>) => {
  const keep = readKeep(text)
  if (keep === null) throw new Error(`${text} is not read`)
  return [...retainedOf(times, keep)].toSorted().toReversed()
}

describe("retention", () => {
  // 2026-11-22 is a Sunday: its week began on the 16th.
  const daily = ["2026-11-22", "2026-11-21", "2026-11-16", "2026-11-15", "2026-10-31"].map(at)

  test.each([
    ["last=1", ["2026-11-22"]],
    ["last=2", ["2026-11-22", "2026-11-21"]],
    ["last=9", ["2026-11-22", "2026-11-21", "2026-11-16", "2026-11-15", "2026-10-31"]],
    ["daily=3", ["2026-11-22", "2026-11-21", "2026-11-16"]],
    ["weekly=1", ["2026-11-22"]],
    ["weekly=2", ["2026-11-22", "2026-11-15"]],
    ["weekly=3", ["2026-11-22", "2026-11-15", "2026-10-31"]],
    ["monthly=2", ["2026-11-22", "2026-10-31"]],
    ["yearly=2", ["2026-11-22"]],
    ["last=2,monthly=2", ["2026-11-22", "2026-11-21", "2026-10-31"]],
    ["all", ["2026-11-22", "2026-11-21", "2026-11-16", "2026-11-15", "2026-10-31"]],
  ])("%s retains %j", (text, days) => {
    expect(retainedBy(text, daily)).toEqual(days.map(at))
    expect(retainedBy(text, daily.toReversed())).toEqual(days.map(at))
  })

  test.each([
    [
      "hourly=2",
      ["2026-11-22T10:05:00.000Z", "2026-11-22T10:01:00.000Z", "2026-11-22T08:59:00.000Z"],
      ["2026-11-22T10:05:00.000Z", "2026-11-22T08:59:00.000Z"],
    ],
    [
      "daily=2",
      ["2026-11-22T23:59:59.999Z", "2026-11-22T00:00:00.000Z", "2026-11-21T23:59:59.999Z"],
      ["2026-11-22T23:59:59.999Z", "2026-11-21T23:59:59.999Z"],
    ],
    // A week can span two years.
    ["weekly=1", [at("2027-01-01"), at("2026-12-31")], [at("2027-01-01")]],
    ["yearly=2", [at("2027-01-01"), at("2026-12-31")], [at("2027-01-01"), at("2026-12-31")]],
    ["daily=1", [], []],
  ])("%s of %j retains %j", (text, times, expected) => {
    expect(retainedBy(text, times)).toEqual(expected)
  })

  test("every rule retains the newest backup, and lists no backup twice", () => {
    for (const rule of ["last", "hourly", "daily", "weekly", "monthly", "yearly"]) {
      expect(retainedBy(`${rule}=1`, daily)).toEqual([daily[0]])
    }
  })

  test.each([
    "",
    "7",
    "daily",
    "daily=0",
    "daily=-1",
    "daily=1.5",
    "daily=10000",
    "daily=1,daily=2",
    "fortnightly=1",
    "toString=1",
    "all,last=1",
    "last=1,",
  ])("%j is not a valid rule", (text) => {
    expect(readKeep(text)).toBeNull()
  })
})
