import { expect, test } from "vitest"
import { nameOf, Plans } from "./plan.ts"

const names = ["a", "b", "c", "d"]
const drawn = (pairs: number, seed = 7, of: ReadonlyArray<string> = names) => {
  const plans = new Plans(of, pairs, seed)
  return Array.from({ length: 400 }, () => plans.next())
}

test("a seed repeats its rounds, and another seed has others", () => {
  expect(drawn(40)).toEqual(drawn(40))
  expect(drawn(40)).not.toEqual(drawn(40, 8))
})

test("the given number of a hundred rounds has two different faults, at most 8 s apart", () => {
  const plans = drawn(40)
  const pairs = plans.filter(({ length }) => length === 2)
  expect(pairs.length / plans.length).toBeGreaterThan(0.3)
  expect(pairs.length / plans.length).toBeLessThan(0.5)
  for (const [first, second] of pairs) {
    expect(second?.fault).not.toBe(first.fault)
    expect(second?.seed).not.toBe(first.seed)
  }
  const apart = new Set(pairs.map(([, second]) => second?.after))
  expect(apart).toEqual(new Set([0, 1, 2, 3, 4, 5, 6, 7, 8]))
  // Every pair of faults occurs, in both orders.
  const met = new Set(pairs.map(nameOf))
  expect(met.size).toBe(names.length * (names.length - 1))
})

test("each fault is the first of a round in turn", () => {
  const plans = drawn(40)
  for (let n = 0; n < plans.length; n += names.length) {
    const firsts = plans.slice(n, n + names.length).map(([{ fault }]) => fault)
    expect(new Set(firsts)).toEqual(new Set(names))
  }
})

test.each([
  ["none is asked for", drawn(0), 1],
  ["there is one fault", drawn(100, 7, ["a"]), 1],
  ["all are to have two", drawn(100), 2],
])("a round has its number of faults where %s", (_, plans, length) => {
  expect(new Set(plans.map((plan) => plan.length))).toEqual(new Set([length]))
})
