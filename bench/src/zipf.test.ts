import { expect, test } from "vitest"
import { Zipf } from "./zipf.ts"

test("the first has twice as much as the second, and ten times as much as the tenth", () => {
  const zipf = new Zipf(100)
  const counts = Array<number>(100).fill(0)
  for (let n = 0; n < 52_000; n++)
    counts[zipf.at(n, 52_000)] = (counts[zipf.at(n, 52_000)] ?? 0) + 1
  const [first = 0, second = 0] = counts
  expect(first / second).toBeCloseTo(2, 1)
  expect(first / (counts[9] ?? 0)).toBeCloseTo(10, 1)
  expect(first / 52_000).toBeCloseTo(zipf.first, 3)
  expect(Math.min(...counts)).toBeGreaterThan(0)
})

test("items of the busiest business are spread among the others", () => {
  const zipf = new Zipf(100)
  const early = Array.from({ length: 500 }, (_, n) => zipf.at(n, 50_000))
  expect(early.filter((of) => of === 0).length).toBeGreaterThan(50)
  expect(new Set(early).size).toBeGreaterThan(50)
})

test("the counts add up to the total and follow the shares", () => {
  const counts = new Zipf(100).counts(52_000)
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(52_000)
  const [first = 0, second = 0] = counts
  expect(first / second).toBeCloseTo(2, 1)
})
