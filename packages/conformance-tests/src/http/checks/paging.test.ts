import { expect, test } from "vitest"
import { fragmentQuery, identity, isAgain, isLast, listFault, noPage, recordsIn } from "./paging.ts"

const expected = { must: new Set(["a", "b"]), may: new Set(["c"]) }

test.each([
  [["a", "b"], null],
  [["b", "c", "a"], null],
  [["a"], "missing: b"],
  [["a", "b", "x"], "should not be there: x"],
  [["a", "b", "a"], "more than once: a"],
  [["c", "c", "x"], "missing: a, b; should not be there: x; more than once: c"],
] as const)("%j against a and b, perhaps c: %s", (listed, fault) => {
  expect(listFault(expected, listed)).toBe(fault)
})

test("many errors are reported in short form", () => {
  const listed = ["a", "b", ..."123456789"]
  expect(listFault(expected, listed)).toBe("should not be there: 1, 2, 3, 4, 5 and 4 more")
})

test.each([
  [
    "offset=0&limit=50",
    [
      ["offset", 0],
      ["limit", 50],
    ],
  ],
  ["limit=50&offset=0", null],
  ["offset=-1&limit=50", null],
  [null, null],
] as const)("the fragment %j", (fragment, query) => {
  expect(fragmentQuery(fragment)).toEqual(query)
})

test("null, nothing, and the empty text mean that there is no page", () => {
  expect([null, undefined, "", "offset=0&limit=1", 0].map(noPage)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ])
})

test("a page has results, or daily balances", () => {
  expect(recordsIn({ results: [1] })).toEqual([1])
  expect(recordsIn({ daily_balances: [2] })).toEqual([2])
  expect(recordsIn({ results: "no" })).toBeNull()
  expect(recordsIn(undefined)).toBeNull()
})

test("a record is identified by its id or, without one, by its whole content", () => {
  expect(identity({ id: 7, name: "x" })).toBe("7")
  expect(identity({ name: "x" })).toBe('{"name":"x"}')
})

test("a repeated page has nothing new", () => {
  expect(isAgain([{ id: 1 }, { id: 2 }], [{ id: 2 }, { id: 1 }, { id: 3 }])).toBe(true)
  expect(isAgain([{ id: 1 }, { id: 4 }], [{ id: 1 }])).toBe(false)
  expect(isAgain([], [])).toBe(false)
})

const full = Array.from({ length: 500 }, (_, id) => ({ id }))
test.each([
  ["an empty page", 7, [], [], true],
  ["a page that is not full", 2, [{}, {}], [{}, {}], true],
  ["a full page", 500, full, full, false],
  ["a short page with more records to follow", 9, [{}, {}], [{}, {}], false],
  ["a short page whose count is no number", "9", [{}, {}], [{}, {}], true],
] as const)("%s with count %j: last or not", (_, count, page, all, last) => {
  expect(isLast(count, page, all)).toBe(last)
})
