import { expect, test } from "vitest"
import { csvOf } from "./cells.ts"

test.each<readonly [what: string, text: string, cell: string]>([
  ["a plain text", "Bayside Pies", "Bayside Pies"],
  ["an amount within a text", "3 - 4 = 5", "3 - 4 = 5"],
  ["a quotation mark and a comma", 'a "b", c', '"a ""b"", c"'],
  ["a formula", "=1+1", "'=1+1"],
  ["any other first character of a formula", "@a", "'@a"],
  ["a formula after spaces", "  =1", "'  =1"],
  ["a tab at the beginning", "\ta", '"\'\ta"'],
  ["a formula in full-width characters", "\uFF1D1", "'\uFF1D1"],
  ["a formula after a semicolon", "Shop;=1", '"Shop;\'=1"'],
  ["a formula after a tab", "Shop\t=1", '"Shop\t\'=1"'],
  ["a formula on a new line", "Shop\r\n-1", '"Shop\r\n\'-1"'],
  ["a semicolon before plain text", "a; b", '"a; b"'],
])("%s", (_, text, cell) => {
  expect(csvOf([[text, { number: "-1.00" }]])).toBe(`${cell},-1.00\r\n`)
})
