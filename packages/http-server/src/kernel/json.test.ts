import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { maxParts, parseJson } from "./json.ts"
import { isExact } from "./json-number.ts"

describe("parseJson", () => {
  test("reads everything that JSON.stringify writes, like JSON.parse", () =>
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => {
        const text = JSON.stringify(value)
        expect(parseJson(text)).toEqual({ value: JSON.parse(text) })
      }),
    ))

  test("refuses everything that JSON.parse refuses", () =>
    fc.assert(
      fc.property(fc.string({ maxLength: 12 }), fc.jsonValue(), fc.nat(), (noise, value, at) => {
        const json = JSON.stringify(value)
        const text = json.slice(0, at % (json.length + 1)) + noise + json.slice(at % json.length)
        const reads = (() => {
          try {
            JSON.parse(text)
            return true
          } catch {
            return false
          }
        })()
        if (!reads) expect("fault" in parseJson(text)).toBe(true)
      }),
    ))

  test.each([
    ['{"a":1,"a":1}', "/a duplicate_key"],
    ['{"a":1,"\\u0061":1}', "/a duplicate_key"],
    ['[0,{"b":{"c":1 , "c" :2}}]', "/1/b/c duplicate_key"],
    ['{"a/b~":1,"a/b~":2}', "/a~1b~0 duplicate_key"],
    ['{"__proto__":1,"__proto__":1}', "/__proto__ duplicate_key"],
    ['["\\ud800"]', "/0 malformed_text"],
    ['["\\udc00\\ud800"]', "/0 malformed_text"],
    [`${"[".repeat(65)}${"]".repeat(65)}`, " too_deep"],
  ])("%s: %s", (text, expected) => {
    const parsed = parseJson(text)
    const seen = "fault" in parsed ? `${parsed.fault.pointer} ${parsed.fault.code}` : "read"
    expect(seen).toBe(expected)
  })

  const many = (item: string, count: number) => `[${Array(count).fill(item).join(",")}]`
  const lists = (item: string) => `{"a":${many(many(item, 900), 60)}}`
  test.each([
    ["numbers", lists("1"), " too_many_values"],
    ["literals", lists("null"), " too_many_values"],
    ["texts", lists('"x"'), " too_many_values"],
    ["lists", lists("[]"), " too_many_values"],
    ["names", `[{${'"":1,'.repeat(30_000)}"":1}]`, " too_many_values"],
    ["a text that is no JSON", "x ".repeat(maxParts + 1), " too_many_values"],
    ["a list that is too long", `{"b":{"c":${many("1", 60_000)}}}`, "/b/c too_long"],
    [
      "an object that is too long",
      `[0,{${Array.from({ length: 60_000 }, (_, n) => `"${n}":1`)}}]`,
      "/1 too_long",
    ],
  ])("a body with too many values is cut off: %s", (_, text, expected) => {
    const parsed = parseJson(text)
    const seen = "fault" in parsed ? `${parsed.fault.pointer} ${parsed.fault.code}` : "read"
    expect(seen).toBe(expected)
  })

  test("a body with the maximum number of values is read", () => {
    const text = many(many("1", 999), 49)
    expect(parseJson(text)).toEqual({ value: JSON.parse(text) })
  })

  test.each([
    ["00.1000000000000000055", "malformed_json"],
    ["[1-2000000000000000000]", "malformed_json"],
    ["[0.1000000000000000055.1]", "malformed_json"],
  ])("%s is refused: it is no number", (text, code) => {
    const parsed = parseJson(text)
    expect("fault" in parsed && parsed.fault.code).toBe(code)
  })

  test.each([
    ['{"a":"b","c":{"a":"a"}}', { a: "b", c: { a: "a" } }],
    ['{"a":":","b":"{\\"a\\":1}"}', { a: ":", b: '{"a":1}' }],
    ['["\\ud834\\udd1e"]', ["𝄞"]],
    [`${"[".repeat(64)}${"]".repeat(64)}`, JSON.parse(`${"[".repeat(64)}${"]".repeat(64)}`)],
  ])("%s is read", (text, value) => expect(parseJson(text)).toEqual({ value }))

  test("__proto__ is a key like any other", () => {
    const parsed = parseJson('{"__proto__":{"polluted":true}}')
    const value = "value" in parsed ? (parsed.value as object) : {}
    expect(Object.keys(value)).toEqual(["__proto__"])
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })
})

describe("F-51 numbers", () => {
  test.each([
    ["0.1", true],
    ["1.000", true],
    ["1e0", true],
    ["12.340", true],
    ["-0", true],
    ["1E+2", true],
    ["100000000000000000000", true],
    ["9007199254740992", true],
    ["9007199254740993", false],
    ["0.1000000000000000055", false],
    ["12.340000000000000000001", false],
    ["1e400", false],
    ["1e-400", false],
    ["123456789012345678", false],
  ])("%s is what a double prints: %s", (literal, exact) => expect(isExact(literal)).toBe(exact))

  test.each([
    ["12.340000000000000000001", 12.340000000000002],
    ["9007199254740993", 9_007_199_254_740_994],
    ["-0.1000000000000000055", -0.10000000000000002],
    ["1e-400", 5e-324],
    ["1e400", Infinity],
  ])("%s becomes %d, which no field accepts", (literal, value) =>
    expect(parseJson(literal)).toEqual({ value }),
  )

  test("every double is exact as printed", () =>
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(isExact(String(value))).toBe(true)
      }),
    ))
})
