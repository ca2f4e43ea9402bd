import { describe, expect, test } from "vitest"
import { pageOf } from "./pages.ts"

const rows = Array.from({ length: 120 }, (_, n) => n)

describe("a page of rows that are already loaded", () => {
  test.each([
    ["the first", { page: 1, text: "" }, "", rows, [1, 3, 0, 49]],
    ["one in the middle", { page: 2, text: "" }, "", rows, [2, 3, 50, 99]],
    ["the last", { page: 3, text: "" }, "", rows, [3, 3, 100, 119]],
    [
      "the last that is left of those",
      { page: 3, text: "" },
      "",
      rows.slice(0, 70),
      [2, 2, 50, 69],
    ],
    ["the first of what is looked for", { page: 3, text: "" }, "a", rows, [1, 3, 0, 49]],
    ["an empty one", { page: 1, text: "" }, "", [], [1, 1, undefined, undefined]],
  ])("is %s", (_, request, text, all, expected) => {
    const { page, last, shown } = pageOf<number>(all, request, text)
    expect([page, last, shown[0], shown.at(-1)]).toEqual(expected)
  })
})
