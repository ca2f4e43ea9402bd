import type { Transaction, TransactionFilter } from "@outlay/domain/fields"
import { created, type Sight } from "@outlay/domain/ports"
import { isListed, newestFirst } from "@outlay/domain/rules"
import { commit, pageOfSeenTransactions, pageOfTransactions, Sql } from "@outlay/sql-storage"
import { Effect } from "effect"
import { expect, test } from "vitest"
import { budget, business, decision, role, storage, transaction, user, wallet } from "./given.ts"
import { pairs } from "./shapes.ts"

const money = (minor: number) => minor as Transaction["amount"]

const item = {
  ...{ id: "item", amount: money(1), gst_amount: money(0), description: "" },
  ...{ custom_fields: [], tax_rate_id: null },
}

/** Few instants, so that slices end within them, before and after the days of the filters. */
const rows: ReadonlyArray<Transaction> = Array.from({ length: 60 }, (_, n) =>
  transaction(`t${String((n * 37) % 60).padStart(2, "0")}`, {
    status: (["CLEARED", "AUTHED", "CLEARED", "DECLINED"] as const)[n % 4] ?? "CLEARED",
    expense_status: n % 3 === 0 ? "INCOMPLETE_EXPENSE" : "COMPLETE",
    transaction_type: n % 5 === 0 ? "BILL" : "CARD_TRANSACTION",
    auth_date: `202${5 + (n % 2)}-01-${n % 7 < 4 ? "01" : "31"}T${n % 3 === 0 ? "00:00:00.000" : "23:59:59.999"}Z`,
    cleared_date: n % 2 === 0 ? `2026-0${1 + (n % 3)}-01T00:00:00.000Z` : null,
    merchant_name: n % 6 < 4 ? "Old Harbour" : "Station",
    amount: money(-50 * (n % 5)),
    user_id: n % 7 === 0 ? null : 1 + (n % 2),
    budget_id: n % 11 === 0 ? null : (["b", "b1"][n % 2] ?? null),
    receipt_urls: n % 2 === 0 ? [] : ["https://example.org/1"],
    updated: `2026-01-0${1 + (n % 9)}T00:00:00.000Z`,
    custom_fields: [],
    line_items: [{ ...item, category_id: n % 2 === 0 ? "meals" : "travel" }],
  }),
)

const given = commit(
  1,
  decision({
    result: undefined,
    writes: [
      created("businesses", business),
      created("wallets", wallet),
      created("roles", role),
      ...[1, 2].map((id) => created("users", user(id))),
      ...["b", "b1"].map((id) => created("budgets", budget(id))),
      created("budget_owners", {
        ...{ client_id: 1, id: "o", budget_id: "b1", user_id: 2, invite_id: null },
        ...{ is_deleted: false, created: business.created, updated: business.created },
      }),
      ...rows.map((row) => created("transactions", row)),
    ],
  }),
)

const leaping = { keys: 500, rowsOfKey: 50, ranges: 1_000 }
const sight: Sight = { user_id: 2, today: "2026-01-15" }
const isSeen = ({ user_id, budget_id }: Transaction) => user_id === 2 || budget_id === "b1"
const bounds = {
  ...{ cover: { ...leaping, entries: 3, few: 2 }, few: 2, sliceRows: 3 },
  ...{ seen: 4, turned: 0 },
}

const requests = pairs.map((filter, n) => ({
  filter,
  page: { offset: [0, 5, 100][n % 3] ?? 0, limit: 4 },
}))

const expected = (filter: TransactionFilter, { offset = 0, limit = 0 }, seen = isSeen) => {
  const found = rows.filter((row) => isListed(row, filter) && seen(row)).sort(newestFirst)
  return { count: found.length, ids: found.slice(offset, offset + limit).map(({ id }) => id) }
}

test("slices contain what a filter lists, in its order", async () => {
  const { run } = storage()
  await run(given)
  const shown = await run(
    Effect.flatMap(Sql, ({ view }) =>
      Effect.forEach(requests, ({ filter, page }) =>
        view((reading) =>
          Effect.all([
            pageOfTransactions(reading, 1, filter, page, bounds),
            pageOfSeenTransactions(reading, 1, filter, page, sight, bounds),
          ]),
        ),
      ),
    ),
  )
  const found = shown.map((both, n) =>
    both.map(({ count, results }) => ({ ...requests[n], count, ids: results.map(({ id }) => id) })),
  )
  expect(found).toEqual(
    requests.map((each) => [
      { ...each, ...expected(each.filter, each.page, () => true) },
      { ...each, ...expected(each.filter, each.page) },
    ]),
  )
})

/** Returns the number of turns of the event loop that a page takes. */
const turnsOf = (filter: TransactionFilter, within = bounds) =>
  Effect.gen(function* () {
    const { view } = yield* Sql
    let turns = 0
    let isGoing = true
    const count = () => {
      turns++
      if (isGoing) setImmediate(count)
    }
    setImmediate(count)
    const page = { offset: 0, limit: 50 }
    yield* view((reading) => pageOfTransactions(reading, 1, filter, page, within))
    isGoing = false
    return turns
  })

test.each<[string, TransactionFilter]>([
  ["a search", { search: "harbour" }],
  ["a bound of amounts", { min_amount: 1 }],
  ["a category", { category_id: "meals" }],
  ["the transactions of a user", { user_id: 2 }],
  ["the transactions of a budget", { budget_id: "b" }],
  ["updates after an instant", { updated_after: "2026-01-01T00:00:00.000Z" }],
])("%s lets others run after each slice", async (_, filter) => {
  const { run } = storage()
  await run(given)
  const many = await run(turnsOf(filter))
  const few = await run(
    turnsOf(filter, {
      ...{ cover: { ...leaping, entries: 100, few: 100 }, few: 100, sliceRows: 100 },
      ...{ seen: 100, turned: 0 },
    }),
  )
  expect(many).toBeGreaterThan(few + 4)
})
