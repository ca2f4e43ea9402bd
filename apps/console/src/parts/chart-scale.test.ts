import { expect, test } from "vitest"
import { axisOf, labelStep, lineOf, needsYear } from "./chart-scale.ts"

test.each([
  [[], [0], 100, 0],
  [[0, 0], [0], 100, 0],
  [[970], [0, 200, 400, 600, 800, 1000], 100, 0],
  [[-970], [-1000, -800, -600, -400, -200, 0], 0, 100],
  [[-50, 40], [-60, -40, -20, 0, 20, 40], 40, 100],
])("an axis of %j has the labels %j, and 0 at %d", (amounts, marks, zero, least) => {
  const axis = axisOf(amounts, 100)
  expect(axis.marks).toEqual(marks)
  expect(axis.at(0)).toBeCloseTo(zero, 9)
  expect(axis.at(axis.marks[0] ?? 0)).toBeCloseTo(least === 0 ? 100 : least, 9)
})

test.each([
  [31, 720, 4],
  [31, 3000, 1],
  [3, 0, 216],
])("with %d labels on %d pixels, every %dth is shown", (count, width, step) => {
  expect(labelStep(count, width)).toBe(step)
})

test.each([
  ["2026-11-01", "2026-11-30", false],
  ["2026-01-01", "2026-11-01", false],
  ["2025-12-01", "2026-11-01", true],
  ["2024-12-01", "2026-11-01", true],
  ["", "", false],
])("days from %s to %s need the year: %s", (first, last, isNeeded) => {
  expect(needsYear(first, last)).toBe(isNeeded)
})

test("a line is broken where a point is missing", () => {
  const points = [
    [0, 1],
    [1, 2],
    [2, null],
    [3, 4],
    [4, 5.25],
  ] as const
  expect(lineOf(points)).toBe("M0.0 1.0L1.0 2.0M3.0 4.0L4.0 5.3")
})
