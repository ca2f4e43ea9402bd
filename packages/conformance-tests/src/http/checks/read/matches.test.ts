import { expect, test } from "vitest"
import type { TransactionSpec } from "../../../interface/world/spec.ts"
import { edgeDays, type Filter, matches, queryOf } from "./matches.ts"

const made = (changes: Partial<TransactionSpec>): TransactionSpec => ({
  key: "t",
  transaction_type: "CARD_TRANSACTION",
  status: "AUTHED",
  auth_date: "2026-03-02T12:00:00.000Z",
  merchant_name: "Café",
  amount: "-1.00",
  gst: "0",
  attendees: [],
  receipt_urls: [],
  custom_fields: [],
  line_items: [],
  ...changes,
})

const first = { auth_date: "2026-03-02T00:00:00.000Z" }
const last = { auth_date: "2026-03-02T23:59:59.999Z" }
const cleared = { status: "CLEARED", cleared_date: "2026-03-05T00:00:00.000Z" } as const
const refunded = { ...cleared, status: "REFUNDED" } as const
const declined = { status: "DECLINED" } as const

test.each<readonly [Partial<TransactionSpec>, Filter, "must" | "may" | "no"]>([
  [{}, {}, "must"],
  [cleared, {}, "must"],
  [refunded, {}, "may"],
  [declined, {}, "may"],
  [first, { min_auth_date: "2026-03-02" }, "must"],
  [first, { min_auth_date: "2026-03-03" }, "no"],
  [first, { max_auth_date: "2026-03-01" }, "no"],
  [last, { max_auth_date: "2026-03-02" }, "must"],
  [last, { min_auth_date: "2026-03-02", max_auth_date: "2026-03-02" }, "must"],
  [last, { min_auth_date: "2026-03-03" }, "no"],
  [cleared, { min_cleared_date: "2026-03-05", max_cleared_date: "2026-03-05" }, "must"],
  [cleared, { max_cleared_date: "2026-03-04" }, "no"],
  [{}, { min_cleared_date: "2000-01-01" }, "no"],
  [declined, { max_cleared_date: "2099-01-01" }, "no"],
  [cleared, { status: ["CLEARED"] }, "must"],
  [cleared, { status: ["AUTHED"] }, "no"],
  [cleared, { status: ["AUTHED", "CLEARED"] }, "must"],
  [refunded, { status: ["REFUNDED"] }, "must"],
  [refunded, { status: ["CLEARED"] }, "may"],
  [refunded, { status: ["DECLINED"] }, "no"],
  [declined, { status: ["DECLINED"] }, "must"],
  [declined, { status: ["AUTHED"] }, "may"],
  [{}, { status: ["DECLINED", "REFUNDED"] }, "no"],
  [refunded, { status: ["REFUNDED"], max_auth_date: "2026-03-01" }, "no"],
])("%j under %j: %s", (changes, filter, verdict) => {
  expect(matches(made(changes), filter)).toBe(verdict)
})

test("the days with a transaction at their edges, and those of Sydney's midnights", () => {
  expect(
    edgeDays([
      "2026-03-02T23:59:59.999Z",
      "2026-03-03T00:00:00.000Z",
      "2026-03-04T12:00:00.000Z",
      "2026-03-05T13:00:00.000Z",
      "2026-03-06T14:00:00.000Z",
      "2026-03-03T00:00:00.000Z",
    ]),
  ).toEqual(["2026-03-02", "2026-03-03", "2026-03-05", "2026-03-06"])
})

test("a filter as parameters, with one status for each of its values", () => {
  expect(queryOf({ min_auth_date: "2026-03-02", status: ["AUTHED", "CLEARED"] })).toEqual([
    ["min_auth_date", "2026-03-02"],
    ["status", "AUTHED"],
    ["status", "CLEARED"],
  ])
})
