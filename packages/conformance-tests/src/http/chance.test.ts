import { expect, test } from "vitest"
import { chance, shuffled } from "./chance.ts"

const some = (random: () => number) => Array.from({ length: 50 }, random)

test("the seed and the words determine the numbers", () => {
  expect(some(chance(42, "a"))).toEqual(some(chance(42, "a")))
  expect(some(chance(42, "a"))).not.toEqual(some(chance(43, "a")))
  expect(some(chance(42, "a"))).not.toEqual(some(chance(42, "b")))
  for (const number of some(chance(1, "x"))) {
    expect(number).toBeGreaterThanOrEqual(0)
    expect(number).toBeLessThan(1)
  }
})

test("a shuffle keeps all items in an order that the seed determines", () => {
  const things = Array.from({ length: 30 }, (_, index) => index)
  const once = shuffled(things, chance(7, "order"))
  expect(shuffled(things, chance(7, "order"))).toEqual(once)
  expect(shuffled(things, chance(8, "order"))).not.toEqual(once)
  expect([...once].sort((a, b) => a - b)).toEqual(things)
})
