import { expect, test } from "vitest"
import { dueIn } from "./backups.ts"

const hour = 3_600_000
const at = (time: string) => Date.parse(`2026-11-22T${time}:00.000Z`)
const last = (time: string, succeeded = true) => ({
  at: new Date(at(time)).toISOString(),
  succeeded,
})

test.each([
  ["the first backup is due at once", null, hour, 0],
  ["a backup is due an hour after the last one", last("12:00"), hour, 60],
  ["a backup is due in half an hour if the last one was half an hour ago", last("11:30"), hour, 30],
  ["a backup is due now if the last one was an hour ago", last("11:00"), hour, 0],
  ["an overdue backup is due now", last("01:00"), hour, 0],
  ["a failed backup is retried in a quarter of an hour", last("12:00", false), hour, 15],
  ["a backup that failed ten minutes ago is retried in five", last("11:50", false), 24 * hour, 5],
  ["a failed backup is retried no later than the next is due", last("12:00", false), hour / 12, 5],
  ["a backup is due now if the last one is in the future", last("13:00"), hour, 0],
])("%s", (_, noted, every, minutes) => {
  expect(dueIn(at("12:00"), every, noted)).toBe(minutes * 60_000)
})
