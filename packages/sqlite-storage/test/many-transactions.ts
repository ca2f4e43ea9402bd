import type { Transaction, TransactionFilter } from "@outlay/domain/fields"
import { created, ShownTransactions } from "@outlay/domain/ports"
import { inSortOrder, isListed, money } from "@outlay/domain/rules"
import { commit } from "@outlay/sql-storage"
import { Effect } from "effect"
import { aBusiness, at, decision, transaction } from "./given.ts"

const start = Date.UTC(2026, 0, 1)

/** Minute of a row: seven rows share one, but 5,000 share another (more than two slices). */
const minuteOf = (n: number): number => (n >= 2_000 && n < 7_000 ? 300 : Math.floor(n / 7))

/** Rows of several slices, some of them without a spender. */
export const manyTransactions: ReadonlyArray<Transaction> = Array.from({ length: 11_000 }, (_, n) =>
  transaction(`t${String(n).padStart(5, "0")}`, {
    auth_date: new Date(start + minuteOf(n) * 60_000).toISOString(),
    cleared_date: null,
    status: n % 11 === 0 ? "DECLINED" : "AUTHED",
    ...(n % 200 === 199 && { transaction_type: "BILL" as const }),
    merchant_name: `Merchant ${n % 97}`,
    amount: money(((n * 7_919) % 2_001) - 1_000),
    ...{ user_id: n % 5 === 0 ? null : 1, budget_id: null, period_number: null },
    ...{ line_items: [], attendees: [], receipt_urls: [] },
  }),
)

export const plantMany = Effect.andThen(
  aBusiness,
  commit(
    1,
    decision({
      result: undefined,
      writes: manyTransactions.map((_) => created("transactions", _)),
    }),
  ),
)

const limit = 20

/** Returns a page of a filter as a store lists it for a user; null for an Admin. */
export const pageOfMany = (filter: TransactionFilter, offset: number, user_id: number | null) =>
  Effect.map(
    ShownTransactions.use((_) =>
      _.page(1, filter, { offset, limit }, user_id === null ? null : { user_id, today: at }),
    ),
    ({ count, results }) => ({ count, ids: results.map(({ id }) => id) }),
  )

/** Returns the same page, computed from the rows. */
export const pageAmongMany = (
  filter: TransactionFilter,
  offset: number,
  user_id: number | null,
): Effect.Success<ReturnType<typeof pageOfMany>> => {
  const found = manyTransactions
    .filter((_) => isListed(_, filter) && (user_id === null || _.user_id === user_id))
    .toSorted(inSortOrder(filter.sort))
  return { count: found.length, ids: found.slice(offset, offset + limit).map(({ id }) => id) }
}

/** Name, filter, offsets of its pages of 20, and the user who reads them; null for an Admin. */
export const listsOfMany: ReadonlyArray<
  readonly [string, TransactionFilter, ReadonlyArray<number>, number | null]
> = [
  ["all match", { search: "MERCHANT" }, [0, 4_990, 9_990], null],
  ["few match", { search: "merchant 96" }, [0, 90], null],
  ["none match", { search: "nobody" }, [0], null],
  ["sorted by another key", { search: "merchant", sort: "-amount" }, [0, 6_000], null],
  [
    "some days",
    { min_auth_date: "2026-01-02", max_auth_date: "2026-01-02", min_amount: 5 },
    [0],
    null,
  ],
  ["two filters with few matches", { search: "merchant 9", max_amount: 500 }, [0, 400], null],
  [
    "two filters with few matches, sorted",
    { search: "merchant 9", max_amount: 500, sort: "amount" },
    [0],
    null,
  ],
  ["a page far down few matches", { search: "merchant 9" }, [800], null],
  ["by merchant name", { sort: "merchant_name" }, [0, 5_000, 9_990], null],
  [
    "by merchant name, descending",
    { search: "m", sort: "-merchant_name" },
    [0, 5_000, 9_990],
    null,
  ],
  ["the oldest first, thousands of one instant", { sort: "auth_date" }, [0, 5_000, 9_990], null],
  ["amounts, sorted", { min_amount: 10, max_amount: 900, sort: "-amount" }, [0, 8_000], null],
  [
    "few of one type, at the other end",
    { transaction_type: ["BILL"], sort: "-amount" },
    [0, 30],
    null,
  ],
  ["many at the other end", { search: "merchant", max_amount: 999, sort: "amount" }, [0], null],
  ["sorted without a search", { sort: "amount", status: ["AUTHED", "DECLINED"] }, [0, 9_000], null],
  ["one user", { user_id: 1, min_amount: 100, sort: "merchant_name" }, [0, 7_000], null],
  ["few updated", { updated_after: at, sort: "amount" }, [0], null],
  ["all updated", { updated_after: "2025-12-31T00:00:00.000Z", sort: "-amount" }, [20], null],
  ["as a user sees it", { sort: "amount" }, [0, 6_000], 1],
]
