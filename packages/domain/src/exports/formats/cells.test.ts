import { expect, test } from "vitest"
import { csvOf } from "./cells.ts"

test.each<readonly [what: string, text: string, cell: string]>([
  ["a plain text", "Bayside Pies", "Bayside Pies"],
  ["an amount within a text", "3 - 4 = 5", "3 - 4 = 5"],
  ["a quotation mark and a comma", 'a "b", c', '"a ""b"", c"'],
  ["a formula", "=1+1", "'=1+1"],
  ["each other beginning of one", "@a", "'@a"],
  ["after spaces", "  =1", "'  =1"],
  ["a tab at the beginning", "\ta", '"\'\ta"'],
  ["in full width", "\uFF1D1", "'\uFF1D1"],
  ["where semicolons divide cells", "Shop;=1", '"Shop;\'=1"'],
  ["where tabs do", "Shop\t=1", '"Shop\t\'=1"'],
  ["on a line of its own", "Shop\r\n-1", '"Shop\r\n\'-1"'],
  ["a semicolon before anything else", "a; b", '"a; b"'],
])("%s", (_, text, cell) => {
  expect(csvOf([[text, { number: "-1.00" }]])).toBe(`${cell},-1.00\r\n`)
})
