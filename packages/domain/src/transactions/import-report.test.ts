import { Result } from "effect"
import { expect, test } from "vitest"
import { decimal } from "../../test/given.ts"
import { TooManyDecimals, UnknownReference } from "../shared/refusals.ts"
import { namedBy } from "./context.ts"
import { type ImportOutcome, nothingImported, reportOn } from "./import-report.ts"
import type { RecordTransaction } from "./model.ts"

const recorded = (created: boolean): ImportOutcome["result"] =>
  Result.succeed({ created, transaction: {} as never })

test("reportOn counts what became of each line, and says why, in the order of the file", () => {
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

test("reportOn keeps the first 1,000 errors, and counts them all", () => {
  const lines = Array.from({ length: 700 }, (_, line) => ({
    line,
    result: Result.fail({ code: "missing", detail: "Nothing there." }),
  }))
  const { refused, errors } = reportOn(reportOn(nothingImported, lines), lines)
  expect([refused, errors.length, errors.at(-1)?.line]).toEqual([1400, 1000, 299])
})

test("namedBy names every id once", () => {
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
  expect(namedBy(7, [row, { ...row, external_id: "b" }, { ...row, user_id: null }])).toEqual({
    client_id: 7,
    transaction_ids: [],
    external_ids: ["a", "b"],
    user_ids: [2],
    budget_ids: ["budget-1"],
    category_ids: ["meals"],
    memberships: [{ budget_id: "budget-1", user_id: 2 }],
  })
})
