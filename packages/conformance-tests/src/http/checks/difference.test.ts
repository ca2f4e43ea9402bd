import { expect, test } from "vitest"
import { firstDifference } from "./difference.ts"

test.each([
  ["nothing but the order of fields", { a: 1, b: [2] }, { b: [2], a: 1 }, null],
  ["a field", { id: 1, name: "Ann" }, { id: 1, name: "Anm" }, ['name: "Ann"', 'name: "Anm"']],
  [
    "a nested field and others",
    { results: [{ amount: 1, gst: 2 }] },
    { results: [{ amount: 3, gst: 4, more: true }] },
    ["results[0].amount: 1", "results[0].amount: 3 (and 2 more)"],
  ],
  ["a missing record", [1, 2], [1], ["[1]: 2", "[1]: nothing"]],
  ["another kind", { a: [] }, { a: {} }, ["a: []", "a: {}"]],
  ["a name", { "users.get 7": 1 }, {}, ['["users.get 7"]: 1', '["users.get 7"]: nothing']],
  ["the whole value", 1, null, ["1", "null"]],
])("two values differ in %s", (_, one, other, texts) => {
  const found = firstDifference(one, other)
  expect(found === null ? null : [found.expected, found.seen]).toEqual(texts)
})

test("only the part of long texts that differs is shown", () => {
  const text = `${"a".repeat(500)}b${"c".repeat(500)}`
  const found = firstDifference({ text }, { text: text.replace("b", "B") })
  expect(found?.expected).toMatch(/^text: "a{40}bc+… \(from character 460 on\)$/u)
  expect(found?.seen).toMatch(/^text: "a{40}Bc+… \(from character 460 on\)$/u)
})
