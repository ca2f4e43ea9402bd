import type { TransactionFilter } from "@outlay/domain/fields"
import {
  budgetsByCreated,
  budgetsOfField,
  created,
  EventStore,
  type Fold,
  membershipsOfUser,
  membersOfBudget,
  ownersOfBudget,
  type ReportPeriod,
  ReportStore,
  ShownTransactions,
  Store,
  usersByCreated,
} from "@outlay/domain/ports"
import {
  commit,
  foldReport,
  pageInOrder,
  pageOfSeenTransactions,
  pageOfTransactions,
  Sql,
} from "@outlay/sql-storage"
import { Effect } from "effect"
import { decision, transaction } from "./given.ts"

/** Each part of a filter that has its own statements, with each value that changes them. */
const parts: ReadonlyArray<TransactionFilter> = [
  { status: ["CLEARED"] },
  { status: ["AUTHED", "DECLINED"] },
  { min_auth_date: "2026-01-01" },
  { max_auth_date: "2026-01-31" },
  { min_cleared_date: "2026-01-01" },
  { max_cleared_date: "2026-01-31" },
  { expense_status: "COMPLETE" },
  { expense_status: "INCOMPLETE_EXPENSE" },
  { updated_after: "2026-01-01T00:00:00.000Z" },
  { user_id: 1 },
  { budget_id: "b" },
  { transaction_type: ["CARD_TRANSACTION"] },
  { transaction_type: ["BILL", "CREDIT"] },
]

/** The same for receipts: every transaction has one, or has none. */
const receipts: ReadonlyArray<TransactionFilter> = [{ has_receipt: true }, { has_receipt: false }]

/** Parts that no counter has, and that no index finds directly. */
const sought: ReadonlyArray<TransactionFilter> = [
  { search: "harbour" },
  { min_amount: 100 },
  { max_amount: 100 },
  { category_id: "c" },
  { has_category: false },
  { custom_field: { name: "Project", text: "North", ids: [] } },
]

/** Orders of an index, each alone and with filters that another index finds. */
const sorts = ["auth_date", "amount", "-merchant_name"] as const
export const sorted: ReadonlyArray<TransactionFilter> = sorts.flatMap((sort) => [
  { sort },
  { sort, updated_after: "2026-01-01T00:00:00.000Z" },
  { sort, search: "harbour" },
])

/** Filters whose matches are read in that order, once some exist. */
export const met: ReadonlyArray<TransactionFilter> = sorts.flatMap((sort) => [
  { sort },
  { sort, has_receipt: true },
])

const together = (filters: ReadonlyArray<TransactionFilter>): TransactionFilter =>
  Object.assign({}, ...filters)

/** No filter, each filter alone, and each pair. */
const pairsOf = (filters: ReadonlyArray<TransactionFilter>): ReadonlyArray<TransactionFilter> => [
  {},
  ...filters,
  ...filters.flatMap((a, n) => filters.slice(n + 1).map((b) => together([a, b]))),
]
export const pairs = pairsOf([...parts, ...receipts, ...sought])

/** One filter for each path along which slices are read. */
export const walked: ReadonlyArray<TransactionFilter> = [
  { category_id: "c" },
  { has_category: false },
  { search: "harbour" },
  { search: "harbour", category_id: "c" },
  { user_id: 1 },
  { budget_id: "b" },
  { updated_after: "2026-01-01T00:00:00.000Z" },
]

/** Different sets of the filters: a second value of the same field replaces the first. */
const setsOf = (filters: ReadonlyArray<TransactionFilter>): ReadonlyArray<TransactionFilter> => {
  const all = Array.from({ length: 2 ** filters.length }, (_, set) =>
    together(filters.filter((_, n) => (set >> n) % 2 === 1)),
  )
  return [...new Map(all.map((filter) => [JSON.stringify(filter), filter])).values()]
}

/** One of this many larger sets is tested: a prime, so that no field is always there or absent. */
const largerSetStep = 7

/**
 * Every set of at most three of the first filters, some of the larger ones, and each pair of them
 * with each of the other filters. SQLite chooses an index by one field, or two.
 */
export const sets: ReadonlyArray<TransactionFilter> = [
  ...setsOf(parts).filter(
    (filter, n) => Object.keys(filter).length <= 3 || n % largerSetStep === 0,
  ),
  ...[...receipts, ...sought].flatMap((some) =>
    pairsOf(parts).map((pair) => together([some, pair])),
  ),
]

const page = { offset: 0, limit: 50 }

/** A transaction on the path of every filter. */
export const plantOne = commit(
  1,
  decision({
    result: undefined,
    writes: [
      created(
        "transactions",
        transaction("walked", { budget_id: "b", updated: "2026-01-16T00:00:00.000Z" }),
      ),
    ],
  }),
)

/** Lists transactions, so that the statements of the filters are prepared. */
export const listTransactions = (filters: ReadonlyArray<TransactionFilter>) =>
  Effect.flatMap(ShownTransactions, (store) =>
    Effect.forEach(filters, (filter) => store.page(1, filter, page), { discard: true }),
  )

/** The same with slices of one row, so that the statements of slices are prepared. */
export const walkTransactions = (filters: ReadonlyArray<TransactionFilter>) =>
  Effect.gen(function* () {
    const { view } = yield* Sql
    const cover = { entries: 1, few: 0, keys: 1, rowsOfKey: 1, ranges: 1 }
    const bounds = { cover, few: 0, sliceRows: 1, seen: 1, turned: 0 }
    const sight = { user_id: 1, today: "2026-01-15" }
    for (const filter of filters) {
      yield* view((reading) => pageOfTransactions(reading, 1, filter, page, bounds))
      yield* view((reading) => pageOfSeenTransactions(reading, 1, filter, page, sight, bounds))
    }
  })

/** Lists as for a database in a separate process, with a match for each filter. */
export const planTransactions = (filters: ReadonlyArray<TransactionFilter>) =>
  Effect.gen(function* () {
    const { view } = yield* Sql
    const known = { isInProcess: false, get: () => Effect.succeed({ count: 1, key: "" } as never) }
    for (const filter of filters) {
      for (const sight of [null, { user_id: 1, today: "2026-01-15" }]) {
        yield* view((reading) => pageInOrder({ ...reading, ...known }, 1, filter, page, sight))
      }
    }
  })

/**
 * Adds up reports as an Admin and as an owner of budgets, with and without the lists of rows, and
 * from stored sums; of some days, and of days that have most rows of the business.
 */
export const report = Effect.gen(function* () {
  const store = yield* ReportStore
  const { view } = yield* Sql
  const period = { client_id: 1, start_date: "2026-01-02", end_date: "2026-02-27" }
  const rows = (withParts: boolean): ReportPeriod => ({
    ...{
      ...period,
      with_line_items: withParts,
      with_custom_fields: withParts,
      sums: null,
      merge_by: null,
    },
  })
  const counting: Fold<number> = {
    ...{ begin: () => 0, add: (sum) => sum + 1 },
    ...{ addAlike: (sum) => sum + 1, addSum: (sum) => sum + 1 },
    isFull: () => false,
  }
  const most = { get: () => Effect.succeed({ count: 1 } as never) }
  for (const each of [rows(true), rows(false), { ...rows(false), sums: "category" as const }]) {
    for (const sight of [null, { user_id: 5, today: "2026-01-15" }]) {
      yield* store.fold(each, sight, counting)
      yield* view((reading) => foldReport({ ...reading, ...most }, each, sight, counting))
    }
  }
})

const flags = [undefined, false, true]

/** Reads every other list with each of its filters. */
export const listEverything = Effect.gen(function* () {
  const key = { client_id: 1, budget_id: "b" }
  const store = yield* Store
  const events = yield* EventStore
  for (const type of [undefined, "topup.approved"]) {
    for (const min_created of [undefined, "2026-01-01T00:00:00.000Z"]) {
      for (const max_created of [undefined, "2026-01-31T00:00:00.000Z"]) {
        for (const after_sequence of [undefined, 7]) {
          yield* events.page(1, { type, min_created, max_created, after_sequence }, page)
        }
      }
    }
  }
  const transactions = yield* ShownTransactions
  yield* transactions.movements({ client_id: 1, transaction_id: "t" }, page)
  for (const every of [false, true]) {
    const field = { client_id: 1, custom_field_id: "f" }
    yield* store.read(1, budgetsOfField(field, every, page))
  }
  for (const is_deleted of flags) {
    yield* store.read(1, usersByCreated({ is_deleted }, page))
    yield* store.read(1, ownersOfBudget(key, { is_deleted }, page, null))
    yield* store.read(1, membershipsOfUser({ user_id: 1 }, { is_deleted }, page, null))
    for (const user_id of [undefined, 1]) {
      yield* store.read(1, membersOfBudget(key, { is_deleted, user_id }, page, null))
    }
    for (const budget_type of [undefined, "BUDGET"] as const) {
      for (const has_member_limits of flags) {
        const filter = { is_deleted, budget_type, has_member_limits }
        yield* store.read(1, budgetsByCreated(filter, page, null))
      }
    }
  }
})
