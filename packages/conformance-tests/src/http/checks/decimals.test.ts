import { expect, test } from "vitest"
import { exactSum } from "./decimals.ts"

test.each<[ReadonlyArray<string | number>, number]>([
  [[], 0],
  [["0.1", "0.2"], 0.3],
  [Array.from({ length: 10 }, () => "0.1"), 1],
  [[1000, "-12.34"], 987.66],
  [["-5", 2.5], -2.5],
  [[0.01, "-0.01"], 0],
  [["9999999999.99", "0.01"], 10_000_000_000],
  [[1e-7, "0.0000001"], 2e-7],
])("the exact sum of %j is %d", (decimals, sum) => {
  expect(exactSum(...decimals)).toBe(sum)
})
