import { expect, test } from "vitest"
import { isSame } from "./same.ts"

test.each<[unknown, unknown, boolean]>([
  [1, 1, true],
  [1, 2, false],
  [1, "1", false],
  [null, null, true],
  [null, {}, false],
  [undefined, undefined, true],
  [undefined, null, false],
  [[1, 2], [1, 2], true],
  [[1, 2], [2, 1], false],
  [{ a: 1, b: 2 }, { b: 2, a: 1 }, true],
  [{ a: 1, b: 2 }, { b: 1, a: 2 }, false],
  [[{ a: { c: 1, d: 2 } }], [{ a: { d: 2, c: 1 } }], true],
  [{ a: undefined }, {}, true],
  [{ 10: "a", 9: "b" }, { 9: "b", 10: "a" }, true],
])("%j and %j", (a, b, same) => {
  expect(isSame(a, b)).toBe(same)
  expect(isSame(b, a)).toBe(same)
})
