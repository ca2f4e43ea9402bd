import { describe, expect, test } from "vitest"
import { aTransaction } from "../../test/given.ts"
import { money } from "../core/money.ts"
import type {
  FilterStatus,
  LineItem,
  Transaction,
  TransactionFilter,
  TransactionSort,
} from "../core/records/transactions.ts"
import { inSortOrder, isListed, newestFirst, statusesOf } from "./filter.ts"

describe("statusesOf", () => {
  const all = ["AUTHED", "CLEARED", "REFUNDED", "REVERSED"]
  test.each<[ReadonlyArray<FilterStatus> | undefined, ReadonlyArray<string>]>([
    [undefined, all],
    [[], all],
    [["AUTHED"], ["AUTHED"]],
    [["CLEARED"], ["CLEARED"]],
    [["REFUNDED"], ["REFUNDED", "REVERSED"]],
    [["DECLINED"], ["DECLINED"]],
    [
      ["DECLINED", "AUTHED"],
      ["AUTHED", "DECLINED"],
    ],
  ])("the filter %j selects %j", (filter, statuses) => {
    expect(statusesOf(filter)).toEqual(statuses)
  })
})

const cleared = { status: "CLEARED", cleared_date: "2026-11-20T23:59:59.999Z" } as const

const project = { name: "Project", text: "North", ids: ["f1"] }
const recorded = { custom_field_id: "f1", field_name: "Project", entry_text: "North" }
const item: LineItem = {
  ...{ id: "item", amount: money(100), gst_amount: money(0), category_id: "meals" },
  ...{ description: "", custom_fields: [recorded], tax_rate_id: null },
}

const covered = { amount: money(-1_200), line_items: [{ ...item, amount: money(1_200) }] }
const partlyCoded = {
  ...covered,
  line_items: [...covered.line_items, { ...item, category_id: null }],
}

const rows: ReadonlyArray<{
  readonly filter: TransactionFilter
  readonly of?: Partial<Transaction>
  readonly listed: boolean
}> = [
  { filter: {}, listed: true },
  { filter: {}, of: { status: "DECLINED" }, listed: false },
  { filter: { status: ["DECLINED"] }, of: { status: "DECLINED" }, listed: true },
  { filter: { min_auth_date: "2026-11-20" }, listed: true },
  { filter: { min_auth_date: "2026-11-21" }, listed: false },
  { filter: { max_auth_date: "2026-11-20" }, listed: true },
  { filter: { max_auth_date: "2026-11-19" }, listed: false },
  { filter: { min_cleared_date: "2026-11-20" }, of: cleared, listed: true },
  { filter: { min_cleared_date: "2026-11-21" }, of: cleared, listed: false },
  { filter: { max_cleared_date: "2026-11-20" }, of: cleared, listed: true },
  { filter: { max_cleared_date: "2026-11-19" }, of: cleared, listed: false },
  { filter: { min_cleared_date: "2026-11-01" }, listed: false },
  { filter: { max_cleared_date: "2026-11-30" }, listed: false },
  { filter: { expense_status: "INCOMPLETE_EXPENSE" }, listed: true },
  { filter: { expense_status: "COMPLETE" }, listed: false },
  { filter: { updated_after: "2026-01-05T08:59:59.999Z" }, listed: true },
  { filter: { updated_after: "2026-01-05T09:00:00.000Z" }, listed: false },
  { filter: { user_id: 2 }, listed: true },
  { filter: { user_id: 3 }, listed: false },
  { filter: { user_id: 2 }, of: { user_id: null }, listed: false },
  { filter: { budget_id: "budget-1" }, listed: true },
  { filter: { budget_id: "budget-1" }, of: { budget_id: null }, listed: false },
  { filter: { transaction_type: ["BILL", "CARD_TRANSACTION"] }, listed: true },
  { filter: { transaction_type: ["BILL"] }, listed: false },
  { filter: { has_receipt: false }, of: { receipt_urls: [] }, listed: true },
  { filter: { has_receipt: true }, of: { receipt_urls: [] }, listed: false },
  { filter: { has_receipt: true }, of: { receipt_urls: ["https://a.example/1"] }, listed: true },
  { filter: { has_receipt: false }, of: { receipt_urls: ["https://a.example/1"] }, listed: false },
  { filter: { search: "hARB" }, of: { merchant_name: "Old Harbour" }, listed: true },
  { filter: { search: "STRASSE" }, of: { merchant_name: "Kantstraße 1" }, listed: true },
  { filter: { search: "Å" }, of: { merchant_name: "a\u030angstrom" }, listed: true },
  { filter: { search: "%" }, of: { merchant_name: "Harbour" }, listed: false },
  { filter: { search: "harbor" }, of: { merchant_name: "Harbour" }, listed: false },
  { filter: { min_amount: 1_250 }, of: { amount: money(-1_250) }, listed: true },
  { filter: { min_amount: 1_251 }, of: { amount: money(-1_250) }, listed: false },
  { filter: { max_amount: 1_250 }, of: { amount: money(-1_250) }, listed: true },
  { filter: { max_amount: 1_249 }, of: { amount: money(-1_250) }, listed: false },
  { filter: { min_amount: 1, max_amount: 1 }, of: { amount: money(1) }, listed: true },
  { filter: { max_amount: 0 }, of: { amount: money(0) }, listed: true },
  { filter: { user_id: 2, budget_id: "budget-2" }, listed: false },
  { filter: { category_id: "meals" }, of: { line_items: [item] }, listed: true },
  { filter: { category_id: "travel" }, of: { line_items: [item] }, listed: false },
  { filter: { category_id: "meals" }, of: { line_items: [] }, listed: false },
  { filter: { has_category: false }, of: { line_items: [] }, listed: true },
  { filter: { has_category: true }, of: { line_items: [] }, listed: false },
  { filter: { has_category: true }, of: covered, listed: true },
  { filter: { has_category: false }, of: covered, listed: false },
  { filter: { has_category: false }, of: { ...covered, amount: money(-1_201) }, listed: true },
  { filter: { has_category: true }, of: { ...covered, amount: money(1_200) }, listed: true },
  { filter: { has_category: true }, of: { ...covered, amount: money(-1_199) }, listed: true },
  { filter: { has_category: false }, of: partlyCoded, listed: true },
  { filter: { has_category: false, category_id: "meals" }, of: partlyCoded, listed: true },
  { filter: { has_category: true, category_id: "meals" }, of: partlyCoded, listed: false },
  { filter: { custom_field: project }, of: { custom_fields: [recorded] }, listed: true },
  { filter: { custom_field: project }, of: { line_items: [item] }, listed: true },
  {
    filter: { custom_field: { ...project, text: "north" } },
    of: { custom_fields: [recorded] },
    listed: false,
  },
  {
    filter: { custom_field: { ...project, ids: ["later", "f2"] } },
    of: { custom_fields: [recorded] },
    listed: false,
  },
  {
    filter: { custom_field: { ...project, ids: ["later", "f1"] } },
    of: { custom_fields: [{ ...recorded, field_name: "An old name" }] },
    listed: true,
  },
  {
    filter: { custom_field: { ...project, ids: [] } },
    of: { custom_fields: [{ ...recorded, custom_field_id: null }] },
    listed: true,
  },
  {
    filter: { custom_field: { ...project, name: "project" } },
    of: { custom_fields: [{ ...recorded, custom_field_id: null }] },
    listed: false,
  },
]

describe("isListed", () => {
  test.each(rows)("$filter of $of: $listed", ({ filter, of = {}, listed }) => {
    expect(isListed(aTransaction(of), filter)).toBe(listed)
  })
})

test("newestFirst sorts by auth_date descending, ties by id", () => {
  const [a, b, c] = [
    aTransaction({ id: "a", auth_date: "2026-11-19T00:00:00.000Z" }),
    aTransaction({ id: "b" }),
    aTransaction({ id: "c" }),
  ]
  expect([a, c, b].toSorted(newestFirst).map(({ id }) => id)).toEqual(["b", "c", "a"])
})

test.each<[TransactionSort | undefined, string]>([
  [undefined, "dabc"],
  ["-auth_date", "dabc"],
  ["auth_date", "abcd"],
  ["amount", "bcda"],
  ["-amount", "adbc"],
  ["merchant_name", "dbca"],
  ["-merchant_name", "abcd"],
])("sorted by %s, ties by id: %s", (sort, ids) => {
  const rows = [
    aTransaction({ id: "a", amount: money(5), merchant_name: "\u{1f372} Stew" }),
    aTransaction({ id: "b", amount: money(-700), merchant_name: "Straße" }),
    aTransaction({ id: "c", amount: money(-700), merchant_name: "STRASSE" }),
    aTransaction({
      ...{ id: "d", amount: money(0), merchant_name: "Ann" },
      auth_date: "2026-11-30T00:00:00.000Z",
    }),
  ]
  expect(
    rows
      .toReversed()
      .toSorted(inSortOrder(sort))
      .map(({ id }) => id)
      .join(""),
  ).toBe(ids)
})

test("names are sorted by code point: characters beyond the basic plane come last", () => {
  const names = ["\u{1f372}", "\uffee", "z", "za", ""].map((merchant_name, n) =>
    aTransaction({ id: `${n}`, merchant_name }),
  )
  const sorted = names.toSorted(inSortOrder("merchant_name")).map(({ id }) => id)
  expect(sorted).toEqual(["4", "2", "3", "1", "0"])
})
