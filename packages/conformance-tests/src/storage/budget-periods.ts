import { equal } from "node:assert/strict"
import { money } from "@outlay/domain"
import type { BudgetPeriod, EndedPeriod } from "@outlay/domain/fields"
import {
  BudgetPeriodStore,
  changed,
  created,
  type Store,
  transactionContext,
} from "@outlay/domain/ports"
import { type TransactionChange, zero } from "@outlay/domain/rules"
import { Effect } from "effect"
import { load } from "./access.ts"
import { deepEqual } from "./assert.ts"
import { check, type Suites } from "./cases.ts"
import { acme, ground, other, plant, type Tenant } from "./given.ts"

const firstOf = (month: number): string => `2026-0${month}-01T00:00:00.000Z`

/** Month `number` of 2026, with 100.00 granted and `spent` of it spent. */
const period = (of: Tenant, number: number, fields: Partial<BudgetPeriod> = {}): BudgetPeriod => ({
  ...{ client_id: of.client_id, budget_id: of.uuid(1), number },
  start: firstOf(number),
  end: new Date(Date.parse(firstOf(number + 1)) - 1).toISOString(),
  granted_amount: money(10_000),
  ...{ topped_up_amount: zero, moved_amount: zero, spent_amount: zero },
  ...{ rolled_over: true, rolled_from: 1, restated: false },
  ...fields,
})

/**
 * Five periods that have ended: nothing of the third was carried into the fourth. The sixth is the
 * current one.
 */
const rows = (of: Tenant): ReadonlyArray<BudgetPeriod> => [
  period(of, 1, { spent_amount: money(2_500) }),
  period(of, 2, { topped_up_amount: money(100), moved_amount: money(-50) }),
  period(of, 3, { rolled_over: false, restated: true }),
  period(of, 4, { rolled_from: 4, spent_amount: money(12_000) }),
  period(of, 5, { rolled_from: 4 }),
]

const current = (of: Tenant) =>
  of.budget(1, {
    ...{ period_number: 6, period_start: firstOf(6), rolled_from: 4 },
    ...{ granted_amount: money(10_000), topped_up_amount: money(7) },
    ...{ available_amount: money(17_000), spent_amount: money(1_007) },
  })

const standing = (of: Tenant) => [
  ...ground(of),
  created("budgets", current(of)),
  created("budgets", of.budget(2)),
  ...rows(of).map((row) => created("budget_periods", row)),
]

const planted = Effect.gen(function* () {
  yield* plant(acme, standing(acme))
  yield* plant(other, standing(other))
})

const key = (of: Tenant, n = 1) => ({ client_id: of.client_id, budget_id: of.uuid(n) })

const page = (of: Tenant, offset: number, limit: number, n = 1) =>
  BudgetPeriodStore.use((_) => _.page(key(of, n), { offset, limit }))

/** Guarantees of a `BudgetPeriodStore`. */
export const budgetPeriodStoreSuites: Suites<BudgetPeriodStore> = [
  {
    name: "BudgetPeriodStore.page",
    cases: [
      check("is empty for a missing budget", () =>
        Effect.gen(function* () {
          yield* planted
          deepEqual(yield* page(acme, 0, 50, 3), { count: 0, results: [] })
        }),
      ),

      check(
        "newest first, the current one from the budget's row, each with its rollover amount",
        () =>
          Effect.gen(function* () {
            yield* planted
            const { count, results } = yield* page(acme, 0, 50)
            equal(count, 6)
            deepEqual(
              results.map((_) => [_.number, _.opening_amount, _.closing_amount, _.restated]),
              [
                [6, 18_000, 17_000, false],
                [5, 8_000, 8_000, false],
                [4, 10_000, -2_000, false],
                [3, 27_550, 27_550, true],
                [2, 17_500, 17_550, false],
                [1, 10_000, 7_500, false],
              ],
            )
            for (const { closing_amount, ...of } of results) {
              const { opening_amount, topped_up_amount, moved_amount, spent_amount } = of
              equal(closing_amount, opening_amount + topped_up_amount + moved_amount - spent_amount)
            }
            deepEqual(results[1], {
              ...key(acme),
              ...{ number: 5, start: firstOf(5), end: "2026-05-31T23:59:59.999Z", restated: false },
              ...{ opening_amount: 8_000, topped_up_amount: 0, moved_amount: 0, spent_amount: 0 },
              closing_amount: 8_000,
            })
            deepEqual(
              (yield* page(acme, 0, 50, 2)).results.map((_) => _.number),
              [1],
            )
          }),
      ),

      check("parts cover the list; past its end the page is empty, with the true count", () =>
        Effect.gen(function* () {
          yield* planted
          const { results: all } = yield* page(acme, 0, 50)
          const parts = yield* Effect.forEach([0, 1, 2, 3, 4, 6, 400], (offset) =>
            page(acme, offset, 2),
          )
          deepEqual(
            parts.map(({ count }) => count),
            [6, 6, 6, 6, 6, 6, 6],
          )
          deepEqual(
            parts.map(({ results }) => results),
            [0, 1, 2, 3, 4, 6, 400].map((offset) => all.slice(offset, offset + 2)),
          )
        }),
      ),
    ],
  },
]

const periodsOf = (of: Tenant, named: Partial<TransactionChange>) =>
  Effect.map(load(of, transactionContext(named)), ({ periods }) => periods)

const seen = (periods: ReadonlyArray<EndedPeriod>) =>
  periods
    .map(({ period, opening_amount, lapsed }) => [period.number, opening_amount, lapsed])
    .toSorted((a, b) => (a[0] ?? 0) - (b[0] ?? 0))

const transactions = (of: Tenant) => [
  of.transaction(1, { budget_id: of.uuid(1), period_number: 2 }),
  of.transaction(2, { budget_id: of.uuid(1), period_number: 6 }),
  of.transaction(3, { budget_id: of.uuid(2), period_number: 1, auth_date: firstOf(5) }),
]

const all = Effect.gen(function* () {
  yield* planted
  for (const of of [acme, other]) {
    yield* plant(
      of,
      transactions(of).map((row) => created("transactions", row)),
    )
  }
})

/** Guarantees of a storage for the periods that charges belong to. */
export const chargedPeriodSuites: Suites<Store> = [
  {
    name: "Transactions: periods",
    cases: [
      check("loads the earlier periods of recorded charges, each once", () =>
        Effect.gen(function* () {
          yield* all
          const at = (...instants: ReadonlyArray<string>) => {
            const charges = instants.map((at) => ({ budget_id: acme.uuid(1), at }))
            return periodsOf(acme, { budget_ids: [acme.uuid(1)], charges })
          }
          deepEqual(seen(yield* at(firstOf(6), "2026-07-01T00:00:00.000Z")), [])
          deepEqual(seen(yield* at("2026-03-31T23:59:59.999Z", firstOf(4), firstOf(3))), [
            [3, 27_550, 4],
            [4, 10_000, null],
          ])
          deepEqual(seen(yield* at("1999-01-01T00:00:00.000Z")), [[1, 10_000, 4]])
          deepEqual(
            (yield* at(firstOf(2))).map(({ period }) => period),
            [rows(acme)[1]],
          )
        }),
      ),

      check("loads the periods of transactions that move, and those that they may move to", () =>
        Effect.gen(function* () {
          yield* all
          const ids = { transaction_ids: [1, 2, 3].map((n) => acme.uuid(n)) }
          deepEqual(yield* periodsOf(acme, ids), [])
          deepEqual(seen(yield* periodsOf(acme, { ...ids, moves: true })), [[2, 17_500, 4]])
          const moved = { transaction_ids: [acme.uuid(3)], moves: true }
          deepEqual(seen(yield* periodsOf(acme, moved)), [])
          deepEqual(seen(yield* periodsOf(acme, { ...moved, budget_ids: [acme.uuid(1)] })), [
            [5, 8_000, null],
          ])
        }),
      ),

      check("stores the changes of a decision to a period", () =>
        Effect.gen(function* () {
          yield* all
          const before = rows(acme)[3] as BudgetPeriod
          const after = { ...before, spent_amount: money(11_000), restated: true }
          yield* plant(acme, [changed("budget_periods", before, after)])
          const charges = [{ budget_id: acme.uuid(1), at: firstOf(5) }]
          const periods = yield* periodsOf(acme, { budget_ids: [acme.uuid(1)], charges })
          deepEqual(seen(periods), [[5, 9_000, null]])
        }),
      ),
    ],
  },
]
