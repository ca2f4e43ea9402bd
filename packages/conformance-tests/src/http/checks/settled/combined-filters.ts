import { pooledBudget, transaction } from "../../../interface/world/scenarios.ts"
import { checksOf, type Json, type Trial } from "../../check.ts"
import { idOf, idsOf, need, recordsOf } from "../steps.ts"
import type { Query } from "./receipt-filter.ts"
import { isOfKind, rowsOf, variant } from "./rows.ts"

const project = (entry_text: string) => ({ field_name: "Field project", entry_text })

/** True if an odd number of the bits that the mask selects are set. */
const odd = (number: number, mask: number): boolean =>
  [1, 2, 4, 8].filter((bit) => (number & mask & bit) !== 0).length % 2 === 1

/**
 * Sixteen transactions that differ so much that every two filters share some of them, but not all.
 */
const ledger = Array.from({ length: 16 }, (_, row) => row).reduce(
  (spec, row) => {
    const [is, cents] = [(mask: number) => odd(row, mask), String(10 + row)]
    const month = is(6) ? "03" : "04"
    return transaction(`row-${row}`, {
      user: is(1) ? "ann" : "bob",
      ...(is(2) ? { budget: "both" } : {}),
      transaction_type: is(4) ? "BILL" : "REIMBURSEMENT",
      status: is(8) ? "AUTHED" : "CLEARED",
      merchant_name: is(3) ? "Kiosk" : "Bakery",
      auth_date: `2026-${month}-${cents}T12:00:00.000Z`,
      ...(is(8) ? {} : { cleared_date: `2026-0${is(5) ? 5 : 6}-${cents}T12:00:00.000Z` }),
      amount: `-${is(7) ? 1 : 2}.${cents}`,
      receipt_urls: is(9) ? ["https://receipts.example.com/1"] : [],
      custom_fields: is(10) ? [project("Perth")] : [],
      line_items: [
        {
          amount: `${is(7) ? 1 : 2}.${cents}`,
          gst_amount: "0.00",
          description: "A line",
          custom_fields: [],
          ...(is(12) ? { category: "gifts" } : {}),
        },
      ],
    })(spec)
  },
  variant("combined", {}, pooledBudget("both", { members: ["ann", "bob"] })),
)

const filtersOf = (trial: Trial): ReadonlyArray<readonly [string, string]> => [
  ["user_id", idOf(trial, "users", "ann")],
  ["budget_id", idOf(trial, "budgets", "both")],
  ["transaction_type", "BILL"],
  ["status", "CLEARED"],
  ["expense_status", "COMPLETE"],
  ["min_auth_date", "2026-04-01"],
  ["max_auth_date", "2026-04-17"],
  ["min_cleared_date", "2026-06-01"],
  ["max_cleared_date", "2026-06-17"],
  ["search", "kiosk"],
  ["min_amount", "2"],
  ["max_amount", "2.17"],
  ["has_receipt", "true"],
  ["custom_field", "Field project:Perth"],
  ["category_id", idOf(trial, "categories", "gifts")],
]

const listed = async (trial: Trial, query: Query): Promise<ReadonlyArray<string>> =>
  (await recordsOf(trial, "transactions.list", { query })).map(({ id }: Json) => String(id))

const pairs = async (trial: Trial) => {
  const all = await listed(trial, [])
  const alone = new Map<string, ReadonlyArray<string>>()
  const filters = filtersOf(trial)
  for (const filter of filters) {
    const found = await listed(trial, [filter])
    if (found.length === 0 || found.length === all.length) {
      trial.blocked(`${filter.join("=")} alone lists ${found.length} of ${all.length}`)
    }
    alone.set(filter[0], found)
  }
  for (const [index, one] of filters.entries()) {
    for (const other of filters.slice(index + 1)) {
      const others = new Set(alone.get(other[0]))
      const expected = (alone.get(one[0]) ?? []).filter((id) => others.has(id))
      const found = await listed(trial, [one, other])
      const what = `${one.join("=")}&${other.join("=")}`
      trial.expect(found.join() === expected.join(), `${what}: ${expected.length}`, found.length)
    }
  }
}

const types = async (trial: Trial) => {
  const both: Query = [
    ["transaction_type", "BILL"],
    ["transaction_type", "REIMBURSEMENT"],
  ]
  const all = await listed(trial, [])
  const found = await listed(trial, both)
  trial.expect(found.join() === all.join(), "bills and reimbursements", found.length)
}

const updated = async (trial: Trial) => {
  const rows = await recordsOf(trial, "transactions.list")
  const times = rows.map((row) => String(row.updated)).sort()
  const first = times[Math.floor(times.length / 2)]
  const after = rows.filter((row) => row.updated > String(first))
  const bills = after.filter((row) => row.transaction_type === "BILL")
  const east = `${new Date(Date.parse(`${first}`) + 36_000_000).toISOString().slice(0, -1)}+10:00`
  for (const [query, expected] of [
    [[["updated_after", east]], after],
    [
      [
        ["updated_after", String(first)],
        ["transaction_type", "BILL"],
      ],
      bills,
    ],
  ] as ReadonlyArray<readonly [Query, ReadonlyArray<Json>]>) {
    const response = await trial.business.call("transactions.list", { query })
    // Timestamps are in UTC: a target may refuse another zone, but must respect it if it accepts
    // it.
    if (expected === after && isOfKind(response.status, 400)) continue
    const found = idsOf(need(trial, response, "transactions.list").body?.results ?? [])
    const right = found.join() === idsOf(expected).join()
    trial.expect(right, `${JSON.stringify(query)}: ${expected.length}`, found.length)
  }
}

const sorted = async (trial: Trial) => {
  for (const sort of ["amount", "-amount", "merchant_name", "auth_date"]) {
    const whole = await listed(trial, [["sort", sort]])
    for (const filter of filtersOf(trial)) {
      const some = new Set(await listed(trial, [filter]))
      const found = await listed(trial, [filter, ["sort", sort]])
      const expected = whole.filter((id) => some.has(id))
      const what = `sort=${sort}&${filter.join("=")}`
      trial.expect(found.join() === expected.join(), `${what}: ${expected.length}, in order`, found)
    }
  }
}

/** Checks of pairs of transaction filters. */
export const combinedFilters = checksOf("settled", [
  ...rowsOf("transaction-filters", [
    ["pairs", "of every two filters both hold", pairs, ledger],
    ["types", "of two types each is listed", types, ledger],
    ["updated", "by when they changed, in any time zone, and by type", updated, ledger],
  ]),
  ...rowsOf("transaction-sort", [["filtered", "what is filtered is sorted too", sorted, ledger]]),
])
