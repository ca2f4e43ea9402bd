import { expect, test } from "vitest"
import { isLong, slices } from "./long-page.ts"

const record = (id: number, items: number) => ({
  id,
  line_items: Array.from({ length: items }, (_, n) => ({
    description: `€ ${n} ${"x".repeat(200)}`,
  })),
})
const before = { count: 500, next: "next", previous: null }
const encode = (value: unknown) => value

test.each([
  ["an empty page", [], 1],
  ["a small page", [record(1, 1), record(2, 0)], 1],
  ["a large page", Array.from({ length: 20 }, (_, n) => record(n, 1_000)), 11],
])("%s gives the same bytes in slices", (_, results, count) => {
  for (const after of [{}, { chain: "c", last: 1 }]) {
    const parts = [...slices(results, encode, { before, after })]
    expect(parts).toHaveLength(count)
    const expected = JSON.stringify({ ...before, results, ...after })
    expect(Buffer.concat(parts).toString() === expected).toBe(true)
  }
})

test("a record is encoded only in the turn of its slice", () => {
  const read: Array<unknown> = []
  const results = Array.from({ length: 20 }, (_, n) => record(n, 1_000))
  const parts = slices(
    results,
    (value) => {
      read.push(value)
      return value
    },
    { before, after: {} },
  )
  expect(read).toHaveLength(0)
  parts.next()
  expect(read).toHaveLength(2)
})

test.each([
  [[record(1, 2_000)], false],
  [[record(1, 2_000), record(2, 1)], true],
  [[{ id: 1, attendees: Array(2_001).fill("Ann") }], true],
  [Array.from({ length: 500 }, (_, n) => record(n, 1)), false],
  [[{ id: 1 }, { id: 2 }], false],
])("a page is long if its records have many parts", (results, expected) => {
  expect(isLong({ count: 1, results })).toBe(expected)
})
