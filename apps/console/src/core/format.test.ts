import { expect, test } from "vitest"
import { formatOf } from "./format.ts"

test.each([
  ["en", "AUD", "AUD", "$120K"],
  ["en", "USD", "AUD", "USD 120K"],
  ["en-AU", "USD", "AUD", "USD 120K"],
  ["en", "EUR", "AUD", "€120K"],
])("on an axis in %s 120,000 %s of a business in %s are %s", (language, currency, own, text) => {
  const written = formatOf(language, own).compact(120_000, currency)
  expect(written.replaceAll(/\s/gu, " ")).toBe(text)
})

test("an axis in German groups the digits of each thousand", () => {
  const written = [5_000, 10_000].map((amount) => formatOf("de", "EUR").compact(amount))
  expect(written.map((text) => text.replaceAll(/\s/gu, " "))).toEqual(["5.000 €", "10.000 €"])
})
