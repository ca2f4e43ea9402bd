import { expect, test } from "vitest"
import { retryAfter } from "../../src/webhooks/retry-after.ts"

const world = Date.parse("2026-11-21T12:00:00.000Z")
/** The clock of a sandbox that is five years ahead. */
const ahead = Date.parse("2031-11-21T12:00:00.000Z")

test.each([
  ["0", "2026-11-21T12:00:00.000Z"],
  ["120", "2026-11-21T12:02:00.000Z"],
  [" 120 ", "2026-11-21T12:02:00.000Z"],
  ["259200", "2026-11-24T12:00:00.000Z"],
  ["99999999999999999999999", "2026-12-21T12:00:00.000Z"],
  ["Sat, 21 Nov 2026 12:01:00 GMT", "2026-11-21T12:01:00.000Z"],
  ["Saturday, 21-Nov-26 12:01:00 GMT", "2026-11-21T12:01:00.000Z"],
  ["Sat Nov 21 12:01:00 2026", "2026-11-21T12:01:00.000Z"],
  ["Sat Dec  5 12:00:00 2026", "2026-12-05T12:00:00.000Z"],
  ["Sun, 06 Nov 1994 08:49:37 GMT", "2026-11-21T12:00:00.000Z"],
  ["Sunday, 06-Nov-94 08:49:37 GMT", "2026-11-21T12:00:00.000Z"],
  ["Fri, 31 Dec 9999 23:59:59 GMT", "2026-12-21T12:00:00.000Z"],
  [undefined, null],
  ["", null],
  ["-1", null],
  ["1.5", null],
  ["1e3", null],
  ["0x10", null],
  ["10s", null],
  ["10, 20", null],
  ["soon", null],
  ["2026-11-21T12:01:00Z", null],
  ["Sat, 21 Nov 2026 12:01:00 +0100", null],
  ["Sat, 21 Nov 2026 12:01:00", null],
  ["Sat, 21 Foo 2026 12:01:00 GMT", null],
  ["Sat, 21 Nov 2026 25:01:00 GMT", null],
])("Retry-After: %s means %s", (field, expected) => {
  expect(retryAfter(field, { now: world, world })).toBe(expected)
})

test.each([
  ["60", "2031-11-21T12:01:00.000Z"],
  ["Sat, 21 Nov 2026 12:01:00 GMT", "2031-11-21T12:01:00.000Z"],
])("%s is the same delay, until %s, in a service whose clock is ahead", (field, expected) => {
  expect(retryAfter(field, { now: ahead, world })).toBe(expected)
})
