import type { Transaction, TransactionFilter } from "@outlay/domain/fields"
import { created } from "@outlay/domain/ports"
import { isListed, newestFirst } from "@outlay/domain/rules"
import { commit, pageOfTransactions, Sql } from "@outlay/sql-storage"
import { Effect } from "effect"
import { expect, test } from "vitest"
import { business, decision, storage, transaction, wallet } from "./given.ts"

const money = (minor: number) => minor as Transaction["amount"]

const item = (amount: number, category_id: string | null = "meals") => ({
  ...{ id: "item-1", amount: money(amount), gst_amount: money(0), category_id },
  ...{ description: "", custom_fields: [], tax_rate_id: null },
})

/** Few merchants, amounts and values, so that slices of an index end within them. */
const rows: ReadonlyArray<Transaction> = Array.from({ length: 60 }, (_, n) =>
  transaction(`t${String((n * 37) % 60).padStart(2, "0")}`, {
    status: (["CLEARED", "AUTHED", "CLEARED", "DECLINED"] as const)[n % 4] ?? "CLEARED",
    auth_date: `2026-01-${String(1 + (n % 9)).padStart(2, "0")}T00:00:00.000Z`,
    merchant_name: n % 6 < 4 ? "Old Harbour" : n % 6 === 4 ? "Station" : "Ärger",
    amount: money((n % 2 === 0 ? -50 : 50) * (n % 5)),
    user_id: null,
    budget_id: null,
    line_items: n % 4 === 1 ? [item(50 * (n % 5)), item(0, n % 7 === 0 ? null : "travel")] : [],
    custom_fields:
      n % 3 === 0
        ? [{ custom_field_id: null, field_name: "Project", entry_text: `P${n % 2}` }]
        : [],
  }),
)

const given = commit(
  1,
  decision({
    result: undefined,
    writes: [
      created("businesses", business),
      created("wallets", wallet),
      ...rows.map((row) => created("transactions", row)),
    ],
  }),
)

const project = (text: string) => ({ name: "Project", text, ids: [] })

const filters: ReadonlyArray<TransactionFilter> = [
  { search: "harbour" },
  { search: "nothing" },
  { search: "ÄRGER", status: ["DECLINED"] },
  { search: "t", status: ["AUTHED", "DECLINED"] },
  { min_amount: 100 },
  { min_amount: 0 },
  { max_amount: 50 },
  { min_amount: 50, max_amount: 150 },
  { min_amount: 150, max_amount: 50 },
  { max_amount: 0, status: ["CLEARED"] },
  { custom_field: project("P1") },
  { custom_field: project("P2") },
  { custom_field: project("P0"), status: ["AUTHED"] },
  { category_id: "meals" },
  { has_category: true },
  { has_category: false },
  { has_category: false, category_id: "travel" },
  { has_category: true, custom_field: project("P1") },
  { has_category: false, search: "harbour", min_amount: 50, status: ["AUTHED"] },
  { has_category: true, min_auth_date: "2026-01-02", max_auth_date: "2026-01-06" },
  { search: "harbour", min_amount: 100 },
  { search: "harbour", min_auth_date: "2026-01-03" },
  { search: "a", min_auth_date: "2026-01-03", max_auth_date: "2026-01-03", max_amount: 100 },
  { search: "a", min_auth_date: "2026-01-09" },
  { min_amount: 50, max_auth_date: "2026-01-05", status: ["AUTHED"] },
  { search: "harbour", custom_field: project("P1") },
  { search: "harbour", custom_field: project("P0"), min_amount: 100 },
  { custom_field: project("P0"), min_auth_date: "2026-01-02", max_auth_date: "2026-01-06" },
]

const pages = [0, 5, 100].map((offset) => ({ offset, limit: 4 }))

/** Keys are found two at a time. */
const leaping = { keys: 2, rowsOfKey: 1, ranges: 1_000 }

test.each([
  ["few matches", { ...leaping, entries: 7, few: 1_000 }],
  ["many matches", { ...leaping, entries: 7, few: 2 }],
  ["slices of one entry", { ...leaping, entries: 1, few: 5 }],
  ["one slice", { ...leaping, entries: 1_000, few: 5 }],
  ["keys with few rows each", { ...leaping, rowsOfKey: 1_000, entries: 7, few: 5 }],
  ["keys found one by one", { ...leaping, keys: 1, entries: 7, few: 5 }],
  ["many ranges", { ...leaping, ranges: 0, entries: 7, few: 5 }],
])("a covering index lists what the filter matches, with %s", async (_, cover) => {
  const { run } = storage()
  await run(given)
  const requests = filters.flatMap((filter) => pages.map((page) => ({ filter, page })))
  const bounds = { cover, few: 0, sliceRows: 3, seen: 4, turned: 0 }
  const shown = await run(
    Effect.flatMap(Sql, ({ view }) =>
      Effect.forEach(requests, ({ filter, page }) =>
        view((reading) => pageOfTransactions(reading, 1, filter, page, bounds)),
      ),
    ),
  )
  const found = shown.map(({ count, results }) => ({ count, ids: results.map(({ id }) => id) }))
  expect(found).toEqual(
    requests.map(({ filter, page: { offset, limit } }) => {
      const matching = rows.filter((row) => isListed(row, filter)).toSorted(newestFirst)
      return {
        count: matching.length,
        ids: matching.slice(offset, offset + limit).map(({ id }) => id),
      }
    }),
  )
})
