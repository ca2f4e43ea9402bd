import fc from "fast-check"
import { expect, test } from "vitest"
import { aTransaction } from "../../test/given.ts"
import { mondayOf } from "../core/dates.ts"
import { lacksCategory } from "../core/labels.ts"
import { money } from "../core/money.ts"
import type { LineItem, RecordedValue, Transaction } from "../core/records/transactions.ts"
import type { Grouping } from "./model.ts"
import { groupsOf, isCounted, maxReportGroups, partsOf, spendFold } from "./rules.ts"

const item = (amount: number, fields: Partial<LineItem> = {}): LineItem => ({
  ...{ id: "item", amount: money(amount), gst_amount: money(0), category_id: "meals" },
  ...{ description: "", custom_fields: [], tax_rate_id: null },
  ...fields,
})

const value = (entry_text: string, custom_field_id: string | null, field_name = "Project") =>
  ({ custom_field_id, field_name, entry_text }) satisfies RecordedValue

/** A cleared card transaction. */
const spent = (amount: number, fields: Partial<Transaction> = {}): Transaction =>
  aTransaction({
    ...{ status: "CLEARED", transaction_type: "CARD_TRANSACTION", amount: money(-amount) },
    ...{ refunded_amount: money(0), line_items: [] },
    ...fields,
  })

const noFields: ReadonlySet<string> = new Set()

const report = (
  rows: ReadonlyArray<Transaction>,
  group_by: ReadonlyArray<Grouping>,
  ids: ReadonlySet<string> = noFields,
) => {
  const { begin, add } = spendFold(
    group_by,
    group_by.map(() => ids),
  )
  return groupsOf(rows.reduce(add, begin()))?.map((_) => [..._.keys, _.count, _.spent, _.refunded])
}

test.each<[string, Partial<Transaction>, boolean]>([
  ["a card transaction", {}, true],
  ["a bill", { transaction_type: "BILL" }, true],
  ["a reimbursement", { transaction_type: "REIMBURSEMENT" }, true],
  ["a charge", { transaction_type: "CHARGE" }, true],
  ["a hold", { status: "AUTHED" }, true],
  ["a refunded transaction", { status: "REFUNDED" }, true],
  ["a declined transaction", { status: "DECLINED" }, false],
  ["a reversed transaction", { status: "REVERSED" }, false],
  ["a deposit", { transaction_type: "DEPOSIT_DIRECT_CREDIT" }, false],
  ["a direct debit", { transaction_type: "DEPOSIT_DIRECT_DEBIT" }, false],
  ["an external transfer", { transaction_type: "EXTERNAL_TRANSFER" }, false],
  ["a manual transfer", { transaction_type: "MANUAL_TRANSFER" }, false],
  ["a credit", { transaction_type: "CREDIT" }, false],
  ["a declined deposit", { transaction_type: "CREDIT", status: "DECLINED" }, false],
])("%s counts: %s", (_, fields, counts) => {
  expect(isCounted(spent(100, fields))).toBe(counts)
  expect(report([spent(100, fields)], ["month"])).toHaveLength(counts ? 1 : 0)
})

test("a part has no category if and only if lacksCategory is true", () => {
  const amount = fc.nat({ max: 300 })
  const items = fc.array(fc.tuple(amount, fc.constantFrom("meals", "travel", null)), {
    maxLength: 4,
  })
  fc.assert(
    fc.property(fc.integer({ min: -300, max: 300 }), items, (total, given) => {
      const transaction = spent(0, {
        amount: money(total),
        line_items: given.map(([each, category_id]) => ({ ...item(each), category_id })),
      })
      const keys = partsOf(transaction).map((part) => part.item?.category_id ?? null)
      expect(lacksCategory(transaction)).toBe(keys.includes(null))
    }),
  )
})

const parts = (amount: number, refunded: number, items: ReadonlyArray<number>) =>
  partsOf({
    amount: money(-amount),
    refunded_amount: money(refunded),
    line_items: items.map((each) => item(each)),
  }).map((part) => [part.item?.amount ?? null, part.spent, part.refunded])

test.each<[string, Parameters<typeof parts>, ReturnType<typeof parts>]>([
  ["one part without line items", [100, 30, []], [[null, 100, 30]]],
  [
    "line items that add up",
    [100, 0, [60, 40]],
    [
      [60, 60, 0],
      [40, 40, 0],
    ],
  ],
  [
    "a remainder without line item",
    [110, 0, [100]],
    [
      [100, 100, 0],
      [null, 10, 0],
    ],
  ],
  [
    "line items above the cleared amount in proportion",
    [50, 0, [60, 40]],
    [
      [60, 30, 0],
      [40, 20, 0],
    ],
  ],
  [
    "half-even rounding",
    [3, 0, [5, 5]],
    [
      [5, 2, 0],
      [5, 1, 0],
    ],
  ],
  [
    "no negative part if each share alone would round up",
    [4, 0, [1, 1, 1, 1, 1]],
    [
      [1, 1, 0],
      [1, 1, 0],
      [1, 0, 0],
      [1, 1, 0],
      [1, 1, 0],
    ],
  ],
  [
    "refunds in proportion",
    [100, 10, [60, 40]],
    [
      [60, 60, 6],
      [40, 40, 4],
    ],
  ],
  [
    "a rounding remainder in the last part",
    [3, 2, [1, 1, 1]],
    [
      [1, 1, 1],
      [1, 1, 0],
      [1, 1, 1],
    ],
  ],
  [
    "a whole refund",
    [7, 7, [4, 3]],
    [
      [4, 4, 4],
      [3, 3, 3],
    ],
  ],
  ["nothing", [0, 0, []], [[null, 0, 0]]],
  ["line items without an amount", [0, 0, [5]], [[5, 0, 0]]],
  [
    "a credit as a refund",
    [-100, 0, [60]],
    [
      [60, 0, 60],
      [null, 0, 40],
    ],
  ],
])("%s", (_, given, expected) => {
  expect(parts(...given)).toEqual(expected)
})

test.each([
  ["2026-11-23", "2026-11-23"],
  ["2026-11-22", "2026-11-16"],
  ["2027-01-01", "2026-12-28"],
  ["1969-12-31", "1969-12-29"],
  ["0001-01-01", "0001-01-01"],
])("the week of %s begins on %s", (day, monday) => {
  expect(mondayOf(day)).toBe(monday)
})

const trip = spent(100, {
  ...{ auth_date: "2026-11-01T23:59:59.999Z", user_id: 2, budget_id: "b1" },
  merchant_name: "Zoo",
  line_items: [
    item(60, { custom_fields: [value("Roof", "f1", "Old name")] }),
    item(30, { category_id: null }),
    item(10),
  ],
  custom_fields: [value("Attic", null), value("Bath", "f2")],
})
const snack = spent(5, {
  ...{ auth_date: "2026-11-02T00:00:00.000Z", user_id: null, budget_id: null },
  merchant_name: "Bar",
})

// The field f1 is now called Project, so its values no longer count under their recorded name.
const f1 = new Set(["f1"])
test.each<[Grouping, ReadonlySet<string>, ReadonlyArray<unknown>]>([
  [
    "day",
    noFields,
    [
      ["2026-11-01", 1, 100, 0],
      ["2026-11-02", 1, 5, 0],
    ],
  ],
  [
    "week",
    noFields,
    [
      ["2026-10-26", 1, 100, 0],
      ["2026-11-02", 1, 5, 0],
    ],
  ],
  ["month", noFields, [["2026-11", 2, 105, 0]]],
  [
    "budget",
    noFields,
    [
      ["b1", 1, 100, 0],
      [null, 1, 5, 0],
    ],
  ],
  [
    "user",
    noFields,
    [
      ["2", 1, 100, 0],
      [null, 1, 5, 0],
    ],
  ],
  [
    "category",
    noFields,
    [
      ["meals", 1, 70, 0],
      [null, 2, 35, 0],
    ],
  ],
  [
    "merchant",
    noFields,
    [
      ["Bar", 1, 5, 0],
      ["Zoo", 1, 100, 0],
    ],
  ],
  [
    "custom_field:Project",
    f1,
    [
      ["Attic", 1, 40, 0],
      ["Roof", 1, 60, 0],
      [null, 1, 5, 0],
    ],
  ],
  ["custom_field:Old name", noFields, [[null, 2, 105, 0]]],
])("a report by %s", (grouping, ids, expected) => {
  expect(report([snack, trip], [grouping], ids)).toEqual(expected)
})

test("a report by two keys has them in their order", () => {
  const rows = [trip, snack, spent(7, { ...snack, amount: money(-7) })]
  expect(report(rows, ["category", "user"])).toEqual([
    ["meals", "2", 1, 70, 0],
    [null, "2", 1, 30, 0],
    [null, null, 2, 12, 0],
  ])
  expect(report(rows, ["user", "category"])).toEqual([
    ["2", "meals", 1, 70, 0],
    ["2", null, 1, 30, 0],
    [null, null, 2, 12, 0],
  ])
})

test("a report is full if it has more groups than the maximum", () => {
  const { begin, add, isFull } = spendFold(["merchant"], [noFields])
  const sums = begin()
  for (let n = 0; n < maxReportGroups; n++) add(sums, spent(1, { merchant_name: `M${n}` }))
  expect(isFull(sums)).toBe(false)
  add(sums, spent(1, { merchant_name: "M0" }))
  expect(isFull(sums)).toBe(false)
  add(sums, spent(1, { merchant_name: "one more" }))
  expect(isFull(sums)).toBe(true)
})

test("groupsOf returns null if a number cannot represent a sum exactly", () => {
  const most = 999_999_999_999
  const rows = Array.from({ length: 1_001 }, () => spent(most))
  expect(report(rows.slice(1), ["month"])?.[0]?.slice(1)).toEqual([1_000, most * 1_000, 0])
  expect(report(rows, ["month"])).toBeUndefined()
})

/** Transactions refunded by whole percents, with line items that may or may not add up. */
const anyTransaction = fc
  .record({
    amount: fc.integer({ min: -1_000_000, max: 1_000_000 }),
    percent: fc.integer({ min: 0, max: 100 }),
    items: fc.array(
      fc.tuple(fc.integer({ min: 0, max: 500_000 }), fc.constantFrom("a", "b", null)),
      { maxLength: 5 },
    ),
    merchant: fc.constantFrom("x", "y"),
    status: fc.constantFrom<Transaction["status"]>("AUTHED", "CLEARED", "DECLINED", "REVERSED"),
  })
  .map(({ amount, percent, items, merchant, status }) =>
    spent(0, {
      ...{ amount: money(amount), status, merchant_name: merchant },
      refunded_amount: money(Math.floor((Math.abs(amount) * percent) / 100)),
      line_items: items.map(([each, category_id]) => item(each, { category_id })),
    }),
  )

test("any grouping adds up to the total spending and refunds", () => {
  fc.assert(
    fc.property(fc.array(anyTransaction, { maxLength: 20 }), (rows) => {
      const counted = rows.filter(({ status }) => status === "AUTHED" || status === "CLEARED")
      const sum = (of: (row: Transaction) => number) =>
        counted.reduce((total, row) => total + of(row), 0)
      const out = sum((_) => (_.amount > 0 ? _.refunded_amount : -_.amount))
      const back = sum((_) => (_.amount > 0 ? _.amount : _.refunded_amount))
      for (const group_by of [["category"], ["merchant"], ["merchant", "category"]] as const) {
        const { begin, add } = spendFold(group_by, [])
        const groups = groupsOf(rows.reduce(add, begin())) ?? []
        expect(groups.every((_) => _.spent >= 0 && _.refunded >= 0)).toBe(true)
        expect(groups.reduce((total, _) => total + _.spent, 0)).toBe(out + 0)
        expect(groups.reduce((total, _) => total + _.refunded, 0)).toBe(back + 0)
      }
      const byMerchant = report(rows, ["merchant"]) ?? []
      for (const [name, count] of byMerchant) {
        expect(count).toBe(counted.filter((_) => _.merchant_name === name).length)
      }
    }),
  )
})
