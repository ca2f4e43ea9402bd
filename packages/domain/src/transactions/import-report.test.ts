import { Result } from "effect"
import { expect, test } from "vitest"
import { decimal } from "../../test/given.ts"
import type { RecordTransaction } from "../core/records/transactions.ts"
import { TooManyDecimals, UnknownReference } from "../core/refusals.ts"
import { namedBy } from "./context.ts"
import {
  firstOf,
  type ImportLine,
  type ImportOutcome,
  linesPerPortion,
  nextMaxLines,
  nothingImported,
  reportOn,
} from "./import-report.ts"

const recorded = (created: boolean): ImportOutcome["result"] =>
  Result.succeed({ created, transaction: {} as never })

test("reportOn counts the outcomes of lines, and lists errors in the order of the file", () => {
  const first = reportOn(nothingImported, [
    { line: 1, result: recorded(true) },
    { line: 2, result: recorded(false) },
    { line: 3, result: Result.fail({ code: "malformed_json", detail: "No object." }) },
  ])
  const refused = [
    new UnknownReference({ pointer: "/user_id", what: "user", id: 9 }),
    new TooManyDecimals({ pointer: "/line_items/0/amount", currency: "AUD", decimals: 2 }),
  ]
  expect(
    reportOn(
      first,
      refused.map((refusal, index) => ({ line: 4 + index, result: Result.fail(refusal) })),
    ),
  ).toEqual({
    received: 5,
    imported: 1,
    unchanged: 1,
    refused: 3,
    errors: [
      { line: 3, code: "malformed_json", detail: "No object." },
      { line: 4, code: "unknown_user", detail: `user_id: ${refused[0]?.message}` },
      {
        line: 5,
        code: "too_many_decimals",
        detail: `line_items/0/amount: ${refused[1]?.message}`,
      },
    ],
  })
})

test("reportOn counts all errors and lists the first 1,000", () => {
  const lines = Array.from({ length: 700 }, (_, line) => ({
    line,
    result: Result.fail({ code: "missing", detail: "Nothing there." }),
  }))
  const { refused, errors } = reportOn(reportOn(nothingImported, lines), lines)
  expect([refused, errors.length, errors.at(-1)?.line]).toEqual([1400, 1000, 299])
})

test("namedBy lists every id once", () => {
  const row: RecordTransaction = {
    external_id: "a",
    transaction_type: "BILL",
    status: "AUTHED",
    auth_date: "2026-11-20T10:00:00.000Z",
    merchant_name: "Harbour Kitchen",
    amount: decimal("-1"),
    user_id: 2,
    budget_id: "budget-1",
    line_items: [
      { amount: decimal("1"), category_id: "meals" },
      { amount: decimal("1"), category_id: null },
    ],
  }
  expect(namedBy([row, { ...row, external_id: "b" }, { ...row, user_id: null }])).toEqual({
    transaction_ids: [],
    entry_texts: [],
    external_ids: ["a", "b"],
    user_ids: [2],
    budget_ids: ["budget-1"],
    category_ids: ["meals"],
    memberships: [{ budget_id: "budget-1", user_id: 2 }],
    charges: [0, 1, 2].map(() => ({ budget_id: "budget-1", at: row.auth_date })),
    moves: false,
  })
})

const item = { amount: decimal("1"), description: "" }

/** A line with this number of line items; null makes it invalid. */
const lineOf = (items: number | null, line: number): ImportLine => ({
  line,
  row:
    items === null
      ? Result.fail({ code: "malformed_json", detail: "No." })
      : Result.succeed({ line_items: Array.from({ length: items }, () => item) } as never),
})

test.each([
  ["doubles a small limit after a quarter of the time", 50, true, 30, 100],
  ["doubles a small limit after ten times the time", 200, true, 1_200, 400],
  ["doubles a small limit after a portion that was not full", 100, false, 30, 200],
  ["doubles to at most 500", 400, true, 30, 500],
  ["grows to at most twice the limit", 500, true, 5, 1_000],
  ["grows to the maximum duration", 1_000, true, 75, 1_600],
  ["grows to at most 2,000", 1_500, true, 1, 2_000],
  ["is unchanged after a portion that was not full", 1_000, false, 1, 1_000],
  ["shrinks to the maximum duration", 2_000, true, 160, 1_500],
  ["also shrinks after a portion that was not full", 1_000, false, 160, 750],
  ["shrinks to at least 500", 1_000, true, 9_999, 500],
  ["works with a duration of 0", 500, true, 0, 1_000],
])("nextMaxLines %s", (_, maxLines, isFull, millis, expected) => {
  expect(nextMaxLines(maxLines, { isFull, millis })).toBe(expected)
})

/** Returns all lines, by portion. */
const portionsOf = (lines: ReadonlyArray<ImportLine>): ReadonlyArray<ReadonlyArray<ImportLine>> => {
  const portions: Array<ReadonlyArray<ImportLine>> = []
  for (let start = 0; start < lines.length; start += portions.at(-1)?.length ?? 0) {
    portions.push(firstOf(lines, linesPerPortion, start))
  }
  return portions
}

test.each([
  ["no lines", [], []],
  ["one line", [1], [1]],
  ["the maximum number of lines", Array(linesPerPortion).fill(1), [linesPerPortion]],
  ["one line more", Array(linesPerPortion + 1).fill(1), [linesPerPortion, 1]],
  [
    "lines without line items",
    Array(2 * linesPerPortion).fill(0),
    [linesPerPortion, linesPerPortion],
  ],
  ["invalid lines", Array(linesPerPortion + 1).fill(null), [linesPerPortion, 1]],
  ["lines with two line items", Array(linesPerPortion).fill(2), [1_333, 667]],
  ["lines with 999 line items", Array(7).fill(999), [4, 3]],
  ["lines with and without line items", [...Array(3).fill(0), ...Array(5).fill(999)], [6, 2]],
  ["a line with more line items than a portion", [1, 9_999, 1], [1, 1, 1]],
] as const)("firstOf: %s", (_, items: ReadonlyArray<number | null>, expected) => {
  const lines = items.map((count, n) => lineOf(count, n + 1))
  const portions = portionsOf(lines)
  expect(portions.map((portion) => portion.length)).toEqual(expected)
  expect(portions.flat()).toEqual(lines)
})
