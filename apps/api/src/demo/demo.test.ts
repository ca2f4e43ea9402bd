import { Effect, Option } from "effect"
import { expect, test } from "vitest"
import { endOf } from "./demo.ts"

const now = "2026-06-17T05:06:07.890Z"

test.each([
  ["2026-06-16", "2026-06-16T23:59:59.999Z"],
  ["2026-06-17", now],
  ["2026-06-17T05:06:07.890Z", now],
  ["2026-06-17T15:06:07+10:00", "2026-06-17T05:06:07.000Z"],
  ["2000-01-01", "2000-01-01T23:59:59.999Z"],
])("--until %s ends the demo at %s", async (text, end) => {
  expect(await Effect.runPromise(endOf(Option.some(text), now))).toBe(end)
})

test("the demo ends now by default", async () => {
  expect(await Effect.runPromise(endOf(Option.none(), now))).toBe(now)
})

test.each([
  ["2026-06-18", "not be in the future"],
  ["2026-06-17T05:06:07.891Z", "not be in the future"],
  ["1999-12-31", "not before 2000-01-01"],
  ["2026-02-29", 'It is "2026-02-29".'],
  ["2026-06-17T05:06:07", "must be a day"],
  ["", 'It is "".'],
])("--until %j is refused: %s", async (text, sentence) => {
  const failed = await Effect.runPromise(Effect.flip(endOf(Option.some(text), now)))
  expect(failed.message).toContain(sentence)
})
