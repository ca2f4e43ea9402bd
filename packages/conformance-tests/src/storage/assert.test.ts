import { describe, expect, test } from "vitest"
import { deepEqual, includesEqual, matches } from "./assert.ts"

const noPrototype = (fields: object): object => Object.assign(Object.create(null), fields)

class Refused {
  readonly code = 1
  readonly why = "late"
}

type Row = readonly [actual: unknown, expected: unknown]

describe("deepEqual", () => {
  test.each<Row>([
    [noPrototype({ a: [{ b: 1 }] }), { a: [{ b: 1 }] }],
    [{ a: 1, b: undefined }, { a: 1 }],
    [new Map([[1, "a"]]), new Map([[1, "a"]])],
  ])("%j equals %j", (actual, expected) => {
    expect(() => deepEqual(actual, expected)).not.toThrow()
  })

  test.each<Row>([
    [{ a: 1, b: 2 }, { a: 1 }],
    [{ a: 1 }, { a: 1, b: null }],
    [{ a: 1 }, { a: "1" }],
    [[1, 2], [1]],
    [null, undefined],
    [new Map([[1, "a"]]), new Map([[1, "b"]])],
  ])("%j does not equal %j", (actual, expected) => {
    expect(() => deepEqual(actual, expected)).toThrow(/deep/u)
  })
})

describe("matches", () => {
  test.each<Row>([
    [{ a: 1, b: { c: 2, d: 3 } }, { b: { c: 2 } }],
    [
      [{ a: 1, b: 2 }, 3],
      [{ b: 2 }, 3],
    ],
    [new Refused(), { why: "late" }],
  ])("%j matches %j", (actual, expected) => {
    expect(() => matches(actual, expected)).not.toThrow()
  })

  test.each<Row>([
    [{ a: 1 }, { a: 2 }],
    [{ a: 1 }, { b: null }],
    [[{ a: 1 }, { a: 1 }], [{ a: 1 }]],
    [[{ a: 1 }], [{ a: 1 }, { a: 1 }]],
    [null, { a: 1 }],
    [{ a: { b: 1 } }, { a: {}, c: {} }],
  ])("%j does not match %j", (actual, expected) => {
    expect(() => matches(actual, expected)).toThrow(/deep/u)
  })
})

test("includesEqual looks for an item with the same fields", () => {
  const rows = [{ a: 1 }, { a: 2 }]
  expect(() => includesEqual(rows, { a: 2 })).not.toThrow()
  expect(() => includesEqual(rows, { a: 3 })).toThrow("do not include { a: 3 }")
})
