import { describe, expect, test } from "vitest"
import { all, among, filterOf, having, periodsAt, type Question } from "./questions.ts"

const rowsOf = (question: Question) => {
  if (question.ask !== "all") throw new Error(`It asks ${question.ask}`)
  return question.rows
}

describe("among", () => {
  const pairs = among(
    "budget_members",
    ["budget_id", "user_id"],
    [
      { budget_id: "a", user_id: 1 },
      { budget_id: "b", user_id: 2 },
    ],
  )

  test.each([
    ["a", 1, true],
    ["b", 2, true],
    ["a", 2, false],
    ["b", 1, false],
    ["c", 1, false],
    ["a", null, false],
  ])("the pair %s, %s passes: %s", (budget_id, user_id, passes) => {
    expect(filterOf(rowsOf(pairs))({ budget_id, user_id })).toBe(passes)
  })
})

test.each([2, 20])("having lists each of %i values once, without null", (count) => {
  const ids = Array.from({ length: count }, (_, n) => n + 1)
  const rows = rowsOf(having("users", "id", [null, ...ids, ...ids]))
  expect(rows.where).toEqual({ id: { in: ids } })
  const passes = filterOf(rows)
  expect([1, count, count + 1, null].map((id) => passes({ id }))).toEqual([
    true,
    true,
    false,
    false,
  ])
})

test("a row must also pass one of the alternatives", () => {
  const passes = filterOf(
    rowsOf(all("custom_fields", {}, [], [{ is_deleted: false }, { id: { in: ["x"] } }])),
  )
  expect(passes({ id: "y", is_deleted: false })).toBe(true)
  expect(passes({ id: "x", is_deleted: true })).toBe(true)
  expect(passes({ id: "y", is_deleted: true })).toBe(false)
})

test("an empty list needs no query", () => {
  const nothing = [
    having("users", "id", [null]),
    among("budget_members", ["budget_id", "user_id"], []),
    periodsAt([]),
  ]
  expect(nothing).toEqual(nothing.map(() => ({ ask: "known", value: [] })))
})
