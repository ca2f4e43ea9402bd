import { describe, expect, test } from "vitest"
import { distanceOf, listed, nearest } from "./nearest.ts"

const fields = ["name", "reset_amount", "reset_period", "merchant_name", "user_id", "is_deleted"]

describe("the nearest name", () => {
  test.each<readonly [given: string, suggestion: string | null]>([
    ["resetAmount", "reset_amount"],
    ["reset-amount", "reset_amount"],
    ["RESET_AMOUNT", "reset_amount"],
    ["reset_amout", "reset_amount"],
    ["rest_amuont", "reset_amount"],
    ["nmae", "name"],
    ["merchant", "merchant_name"],
    ["user", "user_id"],
    ["user_id_2", "user_id"],
    ["deleted", "is_deleted"],
    ["reset", null],
    ["q", null],
    ["", null],
    ["sort", null],
    ["amount_of_something_else", null],
    ["__proto__", null],
    ["n".repeat(65), null],
    ["name".repeat(100_000), null],
  ])("to %s is %s", (given, suggestion) => expect(nearest(given, fields)).toBe(suggestion))

  test("does not depend on the order of the candidates", () => {
    expect(nearest("budgts", ["budget", "budgets"])).toBe("budgets")
    expect(nearest("budgts", ["budgets", "budget"])).toBe("budgets")
  })

  test("swapping two neighbours counts as one change", () => {
    expect(distanceOf("nmae", "name", 3)).toBe(1)
    expect(distanceOf("abcdef", "ghijkl", 3)).toBe(4)
    expect(distanceOf("a".repeat(65), "a".repeat(65), 3)).toBe(4)
  })
})

test("a long list of names is shortened and states how many are missing", () => {
  expect(listed(["a", "b"])).toBe("a, b")
  expect(listed(Array(35).fill("x"))).toMatch(/^(x, ){29}x and 5 more$/u)
})
