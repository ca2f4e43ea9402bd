import { expect, test } from "vitest"
import {
  isNotBeforeCreated,
  isPast,
  paired,
  sameBag,
  sameInstant,
  sameMagnitude,
} from "./comparison.ts"

test.each([
  [["b", "a"], ["a", "b"], true],
  [["a", "a"], ["a"], false],
  [[{ x: 1 }], [{ x: 1 }], true],
  [[], [], true],
  [null, [], false],
  ["ab", ["a", "b"], false],
])("%j and %j have the same items: %s", (shown, expected, same) => {
  expect(sameBag(shown, expected)).toBe(same)
})

test.each([
  ["2026-03-02T12:00:00Z", "2026-03-02T12:00:00.000Z", true],
  ["2026-03-02T12:00:00.001Z", "2026-03-02T12:00:00.000Z", false],
  ["2026-03-02T22:00:00+10:00", "2026-03-02T12:00:00Z", true],
  [null, "2026-03-02T12:00:00Z", false],
  ["yesterday", "tomorrow", false],
])("%j and %j are the same instant: %s", (shown, expected, same) => {
  expect(sameInstant(shown, expected)).toBe(same)
})

test.each([
  [-1.5, 1.5, true],
  [1.5, "1.50", true],
  ["1.5", 1.5, false],
  [1.51, 1.5, false],
])("%j is the amount %j: %s", (shown, expected, same) => {
  expect(sameMagnitude(shown, expected)).toBe(same)
})

test("a specification is paired with the record that has its id, if there is one", () => {
  const made = [{ key: "a" }, { key: "b" }, { key: "c" }]
  expect(paired(made, { a: "1", b: "2" }, [{ id: 2 }, { id: "1" }, { id: 9 }, null])).toEqual([
    { made: { key: "a" }, record: { id: "1" } },
    { made: { key: "b" }, record: { id: 2 } },
  ])
})

test("an instant in the past, and one not before another", () => {
  expect(isPast("2020-01-01T00:00:00Z")).toBe(true)
  expect(isPast("2999-01-01T00:00:00Z")).toBe(false)
  expect(isPast(new Date(Date.now() + 30 * 86_400_000).toISOString())).toBe(true)
  expect(isPast(7)).toBe(false)
  const record = { created: "2026-03-02T12:00:00Z" }
  expect(isNotBeforeCreated("2026-03-02T12:00:00Z", null, record)).toBe(true)
  expect(isNotBeforeCreated("2026-03-02T11:59:59Z", null, record)).toBe(false)
  expect(isNotBeforeCreated("2026-03-02T12:00:00Z", null, {})).toBe(false)
})
