import { expect, test } from "vitest"
import { losesDigits, repeatsKey } from "./json.ts"

test.each([
  ['{"a":1,"b":2}', false],
  ['{"a":1,"a":2}', true],
  [String.raw`{"amount":1,"\u0061mount":2}`, true],
  ['{"a":{"a":1},"b":[{"a":1},{"a":2}]}', false],
  ['{"a":[{"b":1,"b":2}]}', true],
  ['{"a":"{\\"a\\":1}","b":"a","c":["a","a"]}', false],
  ['[["a","a"],"a"]', false],
  ['{"a":"x,","b":"a:"}', false],
])("%s repeats a key: %s", (text, repeats) => {
  expect(repeatsKey(text)).toBe(repeats)
})

test.each([
  ['{"a":1.1,"b":-0.000000000000000000001}', false],
  ['{"a":1.1000000000000000000000000000000000001}', true],
  ['{"a":[12345678901234567890]}', true],
  ['{"a":"12345678901234567890"}', false],
])("%s has a number with too many digits: %s", (text, loses) => {
  expect(losesDigits(text)).toBe(loses)
})
