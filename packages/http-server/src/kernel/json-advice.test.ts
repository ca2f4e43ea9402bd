import { describe, expect, test } from "vitest"
import { malformation } from "./json-advice.ts"

describe("the position and the reason of a syntax error", () => {
  test.each<readonly [text: string, place: string, why: RegExp]>([
    ['{"a": 1,}', "line 1, column 9", /remove the comma before \}/u],
    ['{\n  "a": 1,\n  "b" 2\n}', "line 3, column 7", /expected : after the name/u],
    ['{"a" = 2}', "line 1, column 6", /not =/u],
    ["[1, 2,]", "line 1, column 7", /before \]/u],
    ['{"a": }', "line 1, column 7", /a value is missing before \}/u],
    ["[,1]", "line 1, column 2", /missing before the comma/u],
    ["{“a”: 1}", "line 1, column 2", /a name in double quotes/u],
    ['{"a": “x”}', "line 1, column 7", /use double quotes/u],
    ["{'a': 1}", "line 1, column 2", /a name in double quotes/u],
    ["{a: 1}", "line 1, column 2", /a name in double quotes/u],
    ["{\"a\": 'x'}", "line 1, column 7", /use double quotes/u],
    ['{"a": True}', "line 1, column 7", /write true/u],
    ['{"a": None}', "line 1, column 7", /write null/u],
    ['{"a": NaN}', "line 1, column 7", /write null/u],
    ['{"a": Infinity}', "line 1, column 7", /write a number/u],
    ['{"a": .5}', "line 1, column 7", /write a number as/u],
    ['{"a": +1}', "line 1, column 7", /write a number as/u],
    ['{"a": 007}', "line 1, column 7", /write a number as/u],
    ['{"a": 1-}', "line 1, column 7", /write a number as/u],
    ['{"a": what}', "line 1, column 7", /expected a value/u],
    ['{"a": 1 "b": 2}', "line 1, column 9", /expected a comma or \}/u],
    ['{"a": [1 2]}', "line 1, column 10", /expected a comma or \]/u],
    ['{"a": [1}', "line 1, column 9", /expected \], not \}/u],
    ['{"a": 1', "line 1, column 8", /ends before its \}/u],
    ['{"a"', "line 1, column 5", /ends before its \}/u],
    ["[1", "line 1, column 3", /ends before its \]/u],
    ['{"a": "x', "line 1, column 7", /no closing quote/u],
    ['{"a": "x\ny"}', "line 1, column 9", /a line break as \\n/u],
    ['{"a": "x\ty"}', "line 1, column 9", /a tab as \\t/u],
    ['{"a": "x\u0001"}', "line 1, column 9", /\\u00XX/u],
    ['{"a": "C:\\dir"}', "line 1, column 10", /backslash as \\\\/u],
    ['{"a": "\\u12"}', "line 1, column 8", /backslash as \\\\/u],
    ['{"a": 1} {"b": 2}', "line 1, column 10", /one JSON value only/u],
    ['{"a": 1}}', "line 1, column 9", /one JSON value only/u],
    ["// note\n{}", "line 1, column 1", /no comments/u],
    ['{"a": 1, // note\n}', "line 1, column 10", /no comments/u],
    ['{"a": 1 # note\n}', "line 1, column 9", /no comments/u],
    ["\ufeff{}", "line 1, column 1", /byte order mark/u],
    [" \n ", "line 2, column 2", /the body is blank/u],
    ["name=Travel&amount=1", "line 1, column 1", /expected a value/u],
    ["<xml/>", "line 1, column 1", /expected a value/u],
    ["]", "line 1, column 1", /missing before \]/u],
    ['{"𝄞": "𝄞" 1}', "line 1, column 11", /expected a comma/u],
  ])("%j: %s", (text, place, why) => {
    expect(() => JSON.parse(text)).toThrow()
    expect(malformation(text)).toMatch(why)
    expect(malformation(text)).toContain(`Invalid JSON at ${place}: `)
  })

  test.each([
    '{"a": [1, -2.5e+3, "x\\n\\u00e9", true, false, null, {}, []]}',
    " 1 ",
    '"x"',
    "[[]]",
  ])("%s is JSON, so no position is reported", (text) => {
    expect(() => JSON.parse(text)).not.toThrow()
    expect(malformation(text)).toBe("The body must be a single JSON value.")
  })

  test("takes one pass over the longest allowed body", () => {
    const texts = [`[${"1,".repeat(500_000)}]`, `"${"x".repeat(1_000_000)}`, "9".repeat(1_000_000)]
    for (const text of texts) expect(malformation(`${text}!`).length).toBeLessThan(200)
  })
})
