import { expect, test } from "vitest"
import { world } from "../../../interface/world/index.ts"
import { activeDays, budgetsWith, largestOf } from "./listings.ts"

const { alpha, delta } = world(1, new Date("2026-03-02T12:00:00Z"))

test("the one with the largest size, the first of several", () => {
  expect(largestOf(["a", "ccc", "bbb"], ({ length }) => length)).toBe("ccc")
  expect(largestOf([], () => 1)).toBeUndefined()
})

test("the world has lists of more than a default page", () => {
  const busiest = largestOf(alpha.users, ({ key }) => budgetsWith(alpha, key).length)
  expect(budgetsWith(alpha, busiest?.key ?? "").length).toBeGreaterThan(50)
  expect(budgetsWith(alpha, "nobody")).toEqual([])
})

test("the first and the last day with an authorisation", () => {
  const [first = "", last = ""] = activeDays(alpha) ?? []
  expect(first < "2025-03-02").toBe(true)
  expect(last).toBe("2026-03-02")
  expect(activeDays(delta)).toBeNull()
})
