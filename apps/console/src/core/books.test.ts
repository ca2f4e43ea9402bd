import { expect, test } from "vitest"
import { isClosed } from "./books.ts"

test.each([
  ["no day is closed", null, "2026-10-31T00:00:00.000Z", false],
  ["the last instant of the last closed day", "2026-10-31", "2026-10-31T23:59:59.999Z", true],
  ["the first instant after it", "2026-10-31", "2026-11-01T00:00:00.000Z", false],
  ["long before", "2026-10-31", "1999-12-31T00:00:00.000Z", true],
])("%s", (_, locked_through, counted, expected) => {
  expect(isClosed(locked_through, counted)).toBe(expected)
})
