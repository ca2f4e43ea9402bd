import type {
  FilterStatus,
  RecordedValue,
  Transaction,
  TransactionFilter,
} from "@outlay/domain/fields"
import { ShownTransactions } from "@outlay/domain/ports"
import { inSortOrder, isListed, money } from "@outlay/domain/rules"
import { Effect } from "effect"
import { deepEqual } from "./assert.ts"
import { check, type Suites } from "./cases.ts"
import { acme, ground, other, plant } from "./given.ts"
import { base, full, keyOf, transactions } from "./transaction-rows.ts"

const value = (entry_text: string, of: number | null): RecordedValue => ({
  custom_field_id: of === null ? null : acme.uuid(of),
  field_name: "Project",
  entry_text,
})

/** Values of field 1, of field 2, of none, and of both again. */
const valuesOf = (index: number): ReadonlyArray<RecordedValue> =>
  [[value("Bath", 1)], [value("Bath", 2), value('"Roof"\t', 1)], [value("Bath", null)], []][
    index % 4
  ] ?? []

/** Every third has a category; every fourth has a value in a line item. */
const itemsOf = (index: number) => [
  acme.lineItem(20 + index, {
    category_id: index % 3 === 0 ? acme.uuid(1) : null,
    custom_fields: index % 4 === 3 ? [value("Bath", 1)] : [],
  }),
]

const field = (text: string, ...ids: ReadonlyArray<number>): TransactionFilter => ({
  custom_field: { name: "Project", text, ids: ids.map(acme.uuid) },
})

/** On both sides of day boundaries, with ties, of every status and several types. */
const varied: ReadonlyArray<Transaction> = (
  [
    ["AUTHED", "2026-02-28T23:59:59.999Z", null],
    ["CLEARED", "2026-03-01T00:00:00.000Z", "2026-03-01T00:00:00.000Z"],
    ["CLEARED", "2026-03-01T23:59:59.999Z", "2026-03-02T00:00:00.000Z"],
    ["REFUNDED", "2026-03-01T23:59:59.999Z", "2026-03-03T12:00:00.000Z"],
    ["REVERSED", "2026-03-02T00:00:00.000Z", null],
    ["DECLINED", "2026-03-02T00:00:00.000Z", null],
    ["AUTHED", "2026-03-02T12:00:00.000Z", null],
    ["CLEARED", "2026-03-02T12:00:00.000Z", "2026-03-02T23:59:59.999Z"],
  ] as const
).map(([status, auth_date, cleared_date], index) =>
  acme.transaction(index + 1, {
    ...{ status, auth_date, cleared_date },
    expense_status: index % 3 === 0 ? "INCOMPLETE_EXPENSE" : "COMPLETE",
    transaction_type: (["CARD_TRANSACTION", "BILL", "REIMBURSEMENT"] as const)[index % 3] ?? "BILL",
    updated: `2026-03-1${index}T00:00:00.000Z`,
    user_id: index % 2 === 0 ? acme.integer(1) : null,
    budget_id: index % 4 < 2 ? acme.uuid(1) : null,
    receipt_urls: index % 3 === 1 ? ["https://receipts.example/1"] : [],
    merchant_name: (["Straße 1", "100% Kaffee", "STRASSE_2"] as const)[index % 3] ?? "",
    amount: money((index % 2 === 0 ? -1 : 1) * 500 * (index % 4)),
    custom_fields: valuesOf(index),
    line_items: itemsOf(index),
  }),
)

/** A filter, and the numbers of the transactions that it lists, in order. */
const listed: ReadonlyArray<readonly [TransactionFilter, ReadonlyArray<number>]> = [
  [{}, [7, 8, 5, 3, 4, 2, 1]],
  [{ status: [] }, [7, 8, 5, 3, 4, 2, 1]],
  [{ status: ["AUTHED"] }, [7, 1]],
  [{ status: ["CLEARED"] }, [8, 3, 2]],
  [{ status: ["REFUNDED"] }, [5, 4]],
  [{ status: ["DECLINED"] }, [6]],
  [{ status: ["DECLINED", "AUTHED"] }, [7, 6, 1]],
  [{ min_auth_date: "2026-03-01" }, [7, 8, 5, 3, 4, 2]],
  [{ max_auth_date: "2026-03-01" }, [3, 4, 2, 1]],
  [{ min_auth_date: "2026-03-01", max_auth_date: "2026-03-01" }, [3, 4, 2]],
  [{ min_cleared_date: "2026-03-02" }, [8, 3, 4]],
  [{ max_cleared_date: "2026-03-02" }, [8, 3, 2]],
  [{ min_cleared_date: "2026-03-02", max_cleared_date: "2026-03-02" }, [8, 3]],
  [{ expense_status: "INCOMPLETE_EXPENSE" }, [7, 4, 1]],
  [{ expense_status: "COMPLETE" }, [8, 5, 3, 2]],
  [{ updated_after: "2026-03-16T00:00:00.000Z" }, [8]],
  [{ updated_after: "2026-03-15T23:59:59.999Z" }, [7, 8]],
  [{ user_id: acme.integer(1) }, [7, 5, 3, 1]],
  [{ budget_id: acme.uuid(1) }, [5, 2, 1]],
  [{ transaction_type: [] }, [7, 8, 5, 3, 4, 2, 1]],
  [{ transaction_type: ["BILL"] }, [8, 5, 2]],
  [{ transaction_type: ["BILL", "REIMBURSEMENT"] }, [8, 5, 3, 2]],
  [{ transaction_type: ["CREDIT"] }, []],
  [{ user_id: acme.integer(2) }, []],
  [{ has_receipt: true }, [8, 5, 2]],
  [{ has_receipt: false }, [7, 3, 4, 1]],
  [{ search: "strasse" }, [7, 3, 4, 1]],
  [{ search: "E_" }, [3]],
  [{ search: "0% kaf" }, [8, 5, 2]],
  [{ search: "kaffeehaus" }, []],
  [{ min_amount: 500 }, [7, 8, 3, 4, 2]],
  [{ min_amount: 501 }, [7, 8, 3, 4]],
  [{ max_amount: 1_000 }, [7, 5, 3, 2, 1]],
  [{ max_amount: 0 }, [5, 1]],
  [{ category_id: acme.uuid(1) }, [7, 4, 1]],
  [{ category_id: acme.uuid(3) }, []],
  [{ has_category: false }, [8, 5, 3, 4, 2]],
  [{ has_category: true }, [7, 1]],
  [{ has_category: false, category_id: acme.uuid(1) }, [4]],
  [field("Bath", 1), [7, 8, 5, 3, 4, 1]],
  [field("Bath", 2), [7, 3, 2]],
  [field("Bath"), [7, 3]],
  [field('"Roof"\t', 1, 2), [2]],
  [field("Bat", 1, 2), []],
  [{ sort: "auth_date" }, [1, 2, 3, 4, 5, 7, 8]],
  [{ sort: "amount" }, [3, 7, 1, 5, 2, 4, 8]],
  [{ sort: "-amount" }, [4, 8, 2, 1, 5, 3, 7]],
  [{ sort: "merchant_name" }, [2, 5, 8, 1, 4, 7, 3]],
  [{ sort: "-merchant_name", status: ["DECLINED", "CLEARED"] }, [3, 6, 2, 8]],
]

/** Many of one day, at few instants, with some before and after it. */
const ofOneDay: ReadonlyArray<Transaction> = Array.from({ length: 700 }, (_, n) =>
  acme.transaction(n + 1, {
    auth_date: `2026-03-0${n % 35 === 0 ? 1 : n % 35 === 1 ? 3 : 2}T0${n % 4}:00:00.000Z`,
    status: (["AUTHED", "CLEARED", "CLEARED", "DECLINED"] as const)[n % 9] ?? "CLEARED",
    receipt_urls: n % 3 === 0 ? [] : ["https://receipts.example/1"],
  }),
)

/**
 * Pages that begin within each day, nearer to either of its ends, and pages that end in another.
 */
const offsets = [1, 19, 20, 21, 230, 231, 300, 310, 380, 400, 440, 450, 545, 560, 580, 620, 640]

const page = (filter: TransactionFilter, offset = 0, limit = 50) =>
  Effect.flatMap(ShownTransactions, (store) =>
    store.page(acme.client_id, filter, { offset, limit }),
  )

/** Guarantees of `ShownTransactions` for its list. */
export const transactionListSuites: Suites<ShownTransactions> = [
  {
    name: "ShownTransactions.page",
    cases: [
      check("each filter alone: newest first, ties by id, with the count of matches", () =>
        Effect.gen(function* () {
          yield* plant(acme, [...base, ...transactions(...varied.toReversed())])
          yield* plant(other, [...ground(other), ...transactions(other.transaction(1))])
          for (const [filter, expected] of listed) {
            const { count, results } = yield* page(filter)
            const found = { filter, count, ids: results.map((_) => _.id) }
            deepEqual(found, { filter, count: expected.length, ids: expected.map(acme.uuid) })
          }
        }),
      ),

      check("each pair of filters: the same transactions as `isListed`, in parts", () =>
        Effect.gen(function* () {
          yield* plant(acme, [...base, ...transactions(...varied)])
          for (const [a] of listed) {
            for (const [b] of listed) {
              const filter = { ...a, ...b }
              const expected = varied
                .filter((_) => isListed(_, filter))
                .sort(inSortOrder(filter.sort))
              for (const offset of [1, 3, 5]) {
                const { count, results } = yield* page(filter, offset, 2)
                const found = { filter, offset, count, ids: results.map((_) => _.id) }
                const ids = expected.slice(offset, offset + 2).map((_) => _.id)
                deepEqual(found, { filter, offset, count: expected.length, ids })
              }
            }
          }
        }),
      ),

      check("a day with many transactions: each page of it, with those before and after", () =>
        Effect.gen(function* () {
          yield* plant(acme, [...base, ...transactions(...ofOneDay)])
          const day = { min_auth_date: "2026-03-02", max_auth_date: "2026-03-02" }
          const filters: ReadonlyArray<TransactionFilter> = [
            ...[{}, day, { max_auth_date: "2026-03-02" }, { min_auth_date: "2026-03-02" }],
            ...[{ has_receipt: true }, { status: ["CLEARED"] as const }],
          ]
          for (const filter of filters) {
            const expected = ofOneDay
              .filter((_) => isListed(_, filter))
              .sort(inSortOrder(undefined))
            for (const offset of offsets) {
              for (const limit of [1, 50]) {
                const { count, results } = yield* page(filter, offset, limit)
                const found = { filter, offset, count, ids: results.map((_) => _.id) }
                const ids = expected.slice(offset, offset + limit).map((_) => _.id)
                deepEqual(found, { filter, offset, count: expected.length, ids })
              }
            }
          }
        }),
      ),

      check("past the end a page is empty, with the true count", () =>
        Effect.gen(function* () {
          yield* plant(acme, [...base, ...transactions(...varied)])
          deepEqual(yield* page({}, 7, 2), { count: 7, results: [] })
          deepEqual(yield* page({ status: ["AUTHED"] }, 400, 2), { count: 2, results: [] })
        }),
      ),

      check("counts follow a transaction that changes and one that is removed", () =>
        Effect.gen(function* () {
          const [first, second] = varied
          if (first === undefined || second === undefined) throw new Error("two are needed")
          yield* plant(acme, [...base, ...transactions(first, second)])
          const after: Transaction = { ...first, status: "DECLINED", auth_date: second.auth_date }
          yield* plant(acme, [
            { table: "transactions", before: first, after },
            { table: "transactions", before: second, after: null },
          ])
          const statusLists: ReadonlyArray<ReadonlyArray<FilterStatus>> = [
            [],
            ["CLEARED"],
            ["DECLINED"],
          ]
          const counts = yield* Effect.forEach(statusLists, (status) =>
            Effect.map(page({ status, min_auth_date: "2026-03-01" }), ({ count }) => count),
          )
          deepEqual(counts, [0, 0, 1])
        }),
      ),

      check("shows each like `get`", () =>
        Effect.gen(function* () {
          const store = yield* ShownTransactions
          yield* plant(acme, [...base, ...transactions(full, acme.transaction(2))])
          const { results } = yield* page({})
          const got = yield* Effect.forEach([2, 1], (n) => store.get(keyOf(acme, n)))
          deepEqual(results, got)
        }),
      ),
    ],
  },
]
