import { money } from "@outlay/domain"
import type {
  Grouping,
  Likeness,
  ReportedTransaction,
  SumKind,
  Transaction,
} from "@outlay/domain/fields"
import {
  changed,
  created,
  type Fold,
  type ReportPeriod,
  ReportStore,
  removed,
  type Sight,
} from "@outlay/domain/ports"
import { groupsOf, maxBalance, spendFold, sumKindOf, sumKindOfBudgets } from "@outlay/domain/rules"
import { Effect } from "effect"
import { deepEqual } from "./assert.ts"
import { check, type Suites } from "./cases.ts"
import { acme, ground, other, plant, type Tenant } from "./given.ts"

/** Collects the rows that a storage reads, identified by the merchant. */
const gathering = (most = Number.POSITIVE_INFINITY): Fold<Array<ReportedTransaction>> => ({
  begin: () => [],
  add: (rows, row) => {
    rows.push(row)
    return rows
  },
  addAlike: (rows) => rows,
  addSum: (rows) => rows,
  isFull: (rows) => rows.length >= most,
})

const periodOf = (of: Tenant, fields: Partial<ReportPeriod> = {}): ReportPeriod => ({
  ...{ client_id: of.client_id, start_date: "2026-02-01", end_date: "2026-02-28" },
  ...{ with_line_items: true, with_custom_fields: true, sums: null, merge_by: null },
  ...fields,
})

const read = (period: ReportPeriod, sight: Sight | null = null) =>
  Effect.flatMap(ReportStore, (store) => store.fold(period, sight, gathering()))

const names = (rows: ReadonlyArray<ReportedTransaction>) =>
  rows.map(({ merchant_name }) => merchant_name).toSorted()

const at = (n: number, auth_date: string, fields: Partial<Transaction> = {}) =>
  created("transactions", acme.transaction(n, { merchant_name: `M${n}`, auth_date, ...fields }))

const noon = "2026-02-10T12:00:00.000Z"

/** Groupings of reports over whole transactions. */
const likenesses: ReadonlyArray<ReadonlyArray<Likeness>> = [
  ["merchant"],
  ["month", "merchant"],
  ["user", "budget"],
  ["budget", "day"],
  ["day", "month"],
  ["month"],
  ["budget", "month"],
]

const groupings = [
  ...[["day"], ["week", "month"], ["budget"], ["month", "category"], ["user", "month"]],
  ...[["month"], ["budget", "month"]],
]

const times = [
  ["2026-01-01", "2026-03-31"],
  ["2026-01-31", "2026-03-14"],
  ["2026-01-15", "2026-03-15"],
  ["2026-02-10", "2026-02-10"],
] as const

/** Records of a person who owns a budget, spends, and assists another. */
const owner = { user_id: acme.integer(3), today: "2026-11-21" }
const owning = [
  created("users", acme.user(7, { expense_delegate: [owner.user_id] })),
  created("budgets", acme.budget(1)),
  created("budgets", acme.budget(2)),
  created("budget_owners", acme.owner(1, { user_id: owner.user_id })),
]

/** Checks that reports are the same whether a storage returns sums or transactions. */
const sumsAreRows = Effect.gen(function* () {
  const store = yield* ReportStore
  for (const group_by of groupings as ReadonlyArray<ReadonlyArray<Grouping>>) {
    for (const [start_date, end_date] of times) {
      for (const [sight, kind] of [
        [null, sumKindOf(group_by)],
        [owner, sumKindOfBudgets(group_by)],
      ] as const) {
        const report = (sums: SumKind | null) => {
          const period = periodOf(acme, { start_date, end_date, sums })
          return Effect.map(store.fold(period, sight, spendFold(group_by, [])), groupsOf)
        }
        deepEqual(yield* report(kind), yield* report(null))
      }
    }
  }
})

/**
 * Returns the groups of a report over groups of similar transactions, which must equal those over
 * single ones.
 */
const groupsOfAlike = Effect.fnUntraced(function* (
  group_by: ReadonlyArray<Likeness>,
  start_date: string,
  end_date: string,
  sight: Sight | null = null,
) {
  const store = yield* ReportStore
  const report = (merge_by: ReportPeriod["merge_by"], sums: ReportPeriod["sums"] = null) => {
    const period = periodOf(acme, { start_date, end_date, merge_by, sums })
    return Effect.map(store.fold(period, sight, spendFold(group_by, [])), groupsOf)
  }
  const groups = yield* report(group_by)
  deepEqual(groups, yield* report(null))
  const kind = sight === null ? sumKindOf(group_by) : sumKindOfBudgets(group_by)
  deepEqual(groups, yield* report(group_by, kind))
  return groups
})

/** Guarantees of a `ReportStore`. */
export const reportStoreSuites: Suites<ReportStore> = [
  {
    name: "ReportStore.fold",
    cases: [
      check("the transactions of whole days, of any type and status, with their lists", () =>
        Effect.gen(function* () {
          const full = acme.transaction(3, {
            ...{ merchant_name: "M3", auth_date: noon, status: "DECLINED" as const },
            line_items: [acme.lineItem(1), acme.lineItem(2, { category_id: acme.uuid(5) })],
            custom_fields: [{ custom_field_id: null, field_name: "Project", entry_text: "Ünï" }],
          })
          yield* plant(acme, [
            ...ground(acme),
            at(1, "2026-01-31T23:59:59.999Z"),
            at(2, "2026-02-01T00:00:00.000Z"),
            created("transactions", full),
            at(4, "2026-02-28T23:59:59.999Z", { transaction_type: "CREDIT" }),
            at(5, "2026-03-01T00:00:00.000Z"),
          ])
          yield* plant(other, [
            ...ground(other),
            created("transactions", other.transaction(1, { auth_date: noon })),
          ])
          const rows = yield* read(periodOf(acme))
          deepEqual(names(rows), ["M2", "M3", "M4"])
          const found = rows.find(({ merchant_name }) => merchant_name === "M3")
          deepEqual(found?.line_items, full.line_items)
          deepEqual(found?.custom_fields, full.custom_fields)
          const { amount, refunded_amount, status, transaction_type, budget_id, user_id } = full
          const { amount: a, refunded_amount: r, status: s, transaction_type: t } = found ?? full
          deepEqual([a, r, s, t], [amount, refunded_amount, status, transaction_type])
          deepEqual([found?.budget_id, found?.user_id], [budget_id, user_id])
        }),
      ),

      check("each once, even with thousands at one instant, until the fold is full", () =>
        Effect.gen(function* () {
          // One range has less than half of the rows and one has more: a storage may use another
          // method for each.
          const next = "2026-02-10T12:00:00.001Z"
          const february = [noon, noon, noon, next]
          const march = ["2026-03-01T00:00:00.000Z", "2026-03-31T23:59:59.999Z"]
          const dates = Array.from({ length: 3_600 }, (_, n) =>
            n % 3 === 0 ? february[n % 4] : march[n % 2],
          )
          const many = dates.map((date, n) => at(n + 1, date ?? noon))
          yield* plant(acme, [...ground(acme), ...many])
          const plain = { with_line_items: false, with_custom_fields: false }
          for (const [start_date, end_date, count] of [
            ["2026-02-01", "2026-02-28", 1_200],
            ["2026-03-01", "2026-03-31", 2_400],
          ] as const) {
            const all = names(yield* read(periodOf(acme, { ...plain, start_date, end_date })))
            deepEqual(all.length, count)
            deepEqual(new Set(all).size, count)
          }
          const store = yield* ReportStore
          deepEqual((yield* store.fold(periodOf(acme), null, gathering(7))).length, 7)
        }),
      ),

      check("stored sums equal the sums over transactions after each change", () =>
        Effect.gen(function* () {
          const spend = (n: number, auth_date: string, fields: Partial<Transaction> = {}) =>
            acme.transaction(n, {
              ...{ auth_date, amount: money(-100 - n), status: "CLEARED" },
              ...{ user_id: acme.integer([1, 3, 7][n % 3] ?? 1), budget_id: acme.uuid(1) },
              ...fields,
            })
          const items = [acme.lineItem(1), acme.lineItem(2, { category_id: acme.uuid(5) })]
          const first = spend(1, "2026-01-31T23:59:59.999Z", { budget_id: null })
          const split = spend(2, noon, { line_items: items, refunded_amount: money(7) })
          const withoutUser = spend(3, noon, { user_id: null })
          const late = spend(4, "2026-03-15T00:00:00.000Z", { line_items: items.slice(1) })
          const declined = spend(5, noon, { status: "DECLINED" })
          const other = { budget_id: acme.uuid(2) }
          const others = [1, 3, 7].map((n) =>
            spend(n + 10, noon, { ...other, user_id: acme.integer(n) }),
          )
          const all = [first, split, withoutUser, late, declined, ...others]
          const insert = all.map((row) => created("transactions", row))
          yield* plant(acme, [...ground(acme), ...owning, ...insert])
          yield* sumsAreRows
          yield* plant(acme, [
            changed("transactions", split, { ...split, line_items: items.slice(1) }),
            changed("transactions", declined, { ...declined, status: "CLEARED" }),
            changed("transactions", late, { ...late, budget_id: null, status: "REVERSED" }),
            removed("transactions", withoutUser),
          ])
          yield* sumsAreRows
        }),
      ),

      check(
        "groups of similar transactions have the same sums as single ones, even above every limit",
        () =>
          Effect.gen(function* () {
            const several = Array.from({ length: 40 }, (_, n) =>
              acme.transaction(n + 1, {
                auth_date:
                  ["2026-01-31T23:59:59.999Z", noon, "2026-03-01T00:00:00.000Z"][n % 3] ?? noon,
                merchant_name: ["Zoo", "zoo", "Straße"][n % 4] ?? "Zoo",
                amount: money((n % 5 === 0 ? 1 : -1) * (100 + n)),
                refunded_amount: money(n % 3),
                transaction_type:
                  (["CARD_TRANSACTION", "BILL", "CREDIT"] as const)[n % 7] ?? "CHARGE",
                status: (["DECLINED", "REVERSED", "REFUNDED"] as const)[n % 11] ?? "CLEARED",
                user_id: n % 4 === 0 ? null : acme.integer([1, 3, 7][n % 3] ?? 1),
                budget_id: n % 5 === 0 ? null : acme.uuid((n % 2) + 1),
              }),
            )
            yield* plant(acme, [
              ...[...ground(acme), ...owning],
              ...several.map((_) => created("transactions", _)),
            ])
            yield* plant(other, [
              ...ground(other),
              created("transactions", other.transaction(1, { auth_date: noon })),
            ])
            for (const group_by of likenesses) {
              for (const [start_date, end_date] of times) {
                const groups = yield* groupsOfAlike(group_by, start_date, end_date)
                deepEqual((groups ?? []).length > 0, true)
                const seen = yield* groupsOfAlike(group_by, start_date, end_date, owner)
                deepEqual((seen ?? []).length > 0, true)
              }
            }
            const huge = [at(41, noon, { amount: money(-maxBalance), merchant_name: "Zoo" })]
            yield* plant(acme, huge)
            deepEqual(yield* groupsOfAlike(["merchant"], "2026-01-01", "2026-03-31"), null)
          }),
      ),

      check("limited to a user: their own, of people they assist, of their own budgets", () =>
        Effect.gen(function* () {
          const [helper, owner, boss] = [2, 3, 7].map(acme.integer) as [number, number, number]
          yield* plant(acme, [
            ...ground(acme),
            created("users", acme.user(7, { expense_delegate: [helper] })),
            ...[1, 2].map((n) => created("budgets", acme.budget(n))),
            created("budget_owners", acme.owner(1, { user_id: owner })),
            created("budget_owners", acme.owner(2, { user_id: helper, is_deleted: true })),
            at(1, noon, { user_id: boss, budget_id: acme.uuid(1) }),
            at(2, noon, { user_id: owner, budget_id: acme.uuid(1) }),
            at(3, noon, { user_id: helper, budget_id: acme.uuid(2) }),
            at(4, noon, { user_id: null, budget_id: acme.uuid(1) }),
            at(5, noon, { user_id: null, budget_id: null }),
            at(6, "2026-03-01T00:00:00.000Z", { user_id: helper, budget_id: acme.uuid(1) }),
          ])
          const seen = (user_id: number) => read(periodOf(acme), { user_id, today: "2026-11-21" })
          deepEqual(names(yield* seen(owner)), ["M1", "M2", "M4"])
          deepEqual(names(yield* seen(helper)), ["M1", "M3"])
          deepEqual(names(yield* seen(0)), [])
        }),
      ),
    ],
  },
]
