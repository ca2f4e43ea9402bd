import { expect, test } from "vitest"
import { memoize } from "./memo.ts"

test("each value is created once for all of its arguments", () => {
  const made: Array<string> = []
  const pair = memoize((language: string, currency: string) => {
    made.push(`${language} ${currency}`)
    return { language, currency }
  })
  expect(pair("en", "AUD")).toBe(pair("en", "AUD"))
  expect(pair("en", "JPY")).toEqual({ language: "en", currency: "JPY" })
  expect(pair("de", "AUD")).toEqual({ language: "de", currency: "AUD" })
  expect(made).toEqual(["en AUD", "en JPY", "de AUD"])
})

test("zero and the empty text are values too", () => {
  let calls = 0
  const decimals = memoize((_: string) => calls++)
  expect([decimals("JPY"), decimals("JPY"), calls]).toEqual([0, 0, 1])
})
