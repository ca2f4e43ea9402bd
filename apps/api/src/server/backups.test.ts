import { expect, test } from "vitest"
import { dueIn } from "./backups.ts"

const hour = 3_600_000
const at = (time: string) => Date.parse(`2026-11-22T${time}:00.000Z`)
const last = (time: string, succeeded = true) => ({
  at: new Date(at(time)).toISOString(),
  succeeded,
})

test.each([
  ["the first, at once", null, hour, 0],
  ["one that was just made, in an hour", last("12:00"), hour, 60],
  ["one of half an hour ago, in half an hour", last("11:30"), hour, 30],
  ["one of an hour ago, now", last("11:00"), hour, 0],
  ["one that is late, now", last("01:00"), hour, 0],
  ["one that failed, in a quarter of an hour", last("12:00", false), hour, 15],
  ["one that failed ten minutes ago, in five", last("11:50", false), 24 * hour, 5],
  ["one that failed, no later than it is due", last("12:00", false), hour / 12, 5],
  ["one of a clock that was ahead, now", last("13:00"), hour, 0],
])("%s", (_, noted, every, minutes) => {
  expect(dueIn(at("12:00"), every, noted)).toBe(minutes * 60_000)
})
