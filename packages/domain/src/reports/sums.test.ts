import fc from "fast-check"
import { expect, test } from "vitest"
import { aTransaction } from "../../test/given.ts"
import { dayOf, endOfMonth } from "../core/dates.ts"
import { type Money, money } from "../core/money.ts"
import type { LineItem, Transaction } from "../core/records/transactions.ts"
import { type Grouping, type SumKind, sumSpans } from "./model.ts"
import { groupsOf, likenessesOf, spendFold } from "./rules.ts"
import { covered, type Days, KeptSums, leftOut, sumKindOf, sumKindOfBudgets } from "./sums.ts"

test.each<[ReadonlyArray<Grouping>, SumKind | null]>([
  [["day"], "all"],
  [["week"], "all"],
  [["month", "day"], "all"],
  [["category"], "category"],
  [["category", "month"], "category"],
  [["month", "budget"], "budget"],
  [["user"], "user"],
  [["category", "day"], null],
  [["week", "budget"], null],
  [["budget", "category"], null],
  [["merchant"], null],
  [["month", "merchant"], null],
  [["custom_field:Project"], null],
  [["custom_field:user"], null],
])("a report by %s uses the sums of kind %s", (group_by, kind) => {
  expect(sumKindOf(group_by)).toBe(kind)
})

test.each<[ReadonlyArray<Grouping>, "budget" | null]>([
  [["month"], "budget"],
  [["budget"], "budget"],
  [["budget", "month"], "budget"],
  [["day"], null],
  [["week", "month"], null],
  [["user", "month"], null],
  [["category"], null],
  [["custom_field:budget"], null],
])("a report of some budgets by %s uses the sums of kind %s", (group_by, kind) => {
  expect(sumKindOfBudgets(group_by)).toBe(kind)
})

test.each<[ReadonlyArray<Grouping>, boolean]>([
  [["merchant"], true],
  [["day", "merchant"], true],
  [["user", "budget"], true],
  [["month"], true],
  [["week"], false],
  [["merchant", "week"], false],
  [["category"], false],
  [["merchant", "category"], false],
  [["custom_field:merchant"], false],
])("a report by %s can add up equal transactions: %s", (group_by, isAlike) => {
  expect(likenessesOf(group_by)).toEqual(isAlike ? group_by : null)
})

test("addAlike adds the same as the single transactions", () => {
  const { begin, add, addAlike } = spendFold(["merchant", "month"], [])
  const spent = (minor: number) => aTransaction({ merchant_name: "Zoo", amount: money(-minor) })
  const oneByOne = [spent(3), spent(4)].reduce((sums, row) => add(sums, row), begin())
  const combined = addAlike(begin(), spent(0), { count: 2, spent: 7, refunded: 0 })
  expect(groupsOf(combined)).toEqual(groupsOf(oneByOne))
})

test.each([
  ["2026-11-01", "2026-11-30"],
  ["2024-02-29", "2024-02-29"],
  ["1900-02-01", "1900-02-28"],
  ["2000-02-01", "2000-02-29"],
  ["0001-01-01", "0001-01-31"],
  ["9999-12-01", "9999-12-31"],
])("the month of %s ends on %s", (day, last) => {
  expect(endOfMonth(day)).toBe(last)
})

const days = (first: string, last: string): Days => ({ first, last })

test.each<[Days, readonly [boolean, boolean], Days | null, ReadonlyArray<Days>]>([
  [days("2026-01-01", "2026-03-31"), [true, true], days("2026-01", "2026-03"), []],
  [
    days("2026-01-02", "2026-03-30"),
    [false, false],
    days("2026-02", "2026-02"),
    [days("2026-01-02", "2026-01-31"), days("2026-03-01", "2026-03-30")],
  ],
  [days("2026-01-02", "2026-02-27"), [false, false], null, [days("2026-01-02", "2026-02-27")]],
  [
    days("2026-01-02", "2026-02-27"),
    [true, false],
    days("2026-01", "2026-01"),
    [days("2026-02-01", "2026-02-27")],
  ],
  [days("2026-01-02", "2026-01-30"), [true, true], days("2026-01", "2026-01"), []],
  [days("2026-01-02", "2026-01-30"), [true, false], null, [days("2026-01-02", "2026-01-30")]],
  [days("9999-12-02", "9999-12-31"), [false, true], null, [days("9999-12-02", "9999-12-31")]],
  [days("0001-01-01", "0001-01-02"), [true, false], null, [days("0001-01-01", "0001-01-02")]],
])("sums for %o, whole months %o, cover %o and leave %o", (time, [first, last], periods, rest) => {
  expect(covered("user", time, { first, last })).toEqual({ periods, days: rest })
  expect(covered("all", time, { first, last })).toEqual({ periods: time, days: [] })
})

test("leftOut returns the days of the first and last month outside the time", () => {
  expect(leftOut(days("2026-01-01", "2026-02-28"))).toEqual({ before: null, after: null })
  expect(leftOut(days("2026-01-03", "2026-01-30"))).toEqual({
    before: days("2026-01-01", "2026-01-02"),
    after: days("2026-01-31", "2026-01-31"),
  })
})

const item = (amount: number, category_id: string | null): LineItem => ({
  ...{ id: "item", amount: money(amount), gst_amount: money(0), category_id },
  ...{ description: "", custom_fields: [], tax_rate_id: null },
})

test.each([-1, 0.5, "7", undefined, Number.NaN, Number.MAX_SAFE_INTEGER])(
  "an invalid line item amount of %s leaves its transaction without categories",
  (amount) => {
    const sums = new KeptSums()
    const broken = { ...item(2, "a"), amount: amount as Money }
    sums.add(aTransaction({ amount: money(-10), line_items: [item(1, "b"), broken] }))
    const found = sums.all.filter(({ kind }) => kind === "category")
    expect(found).toMatchObject([{ key: "", count: 1, spent: 10 }])
  },
)

const anyTransaction = fc
  .record({
    amount: fc.integer({ min: -1_000, max: 1_000 }),
    refunded: fc.integer({ min: 0, max: 300 }),
    items: fc.array(fc.tuple(fc.integer({ min: 0, max: 500 }), fc.constantFrom("a", "b", null)), {
      maxLength: 4,
    }),
    auth_date: fc
      .tuple(fc.integer({ min: 10, max: 12 }), fc.integer({ min: 1, max: 31 }))
      .map(
        ([month, day]) =>
          `2026-${month}-${String(month === 11 ? Math.min(day, 30) : day).padStart(2, "0")}T10:00:00.000Z`,
      ),
    user_id: fc.constantFrom(1, 2, null),
    budget_id: fc.constantFrom("x", "y", null),
    status: fc.constantFrom<Transaction["status"]>("AUTHED", "CLEARED", "DECLINED", "REVERSED"),
    transaction_type: fc.constantFrom<Transaction["transaction_type"]>("BILL", "CREDIT", "CHARGE"),
  })
  .map(({ amount, refunded, items, ...fields }) =>
    aTransaction({
      ...{ ...fields, merchant_name: "Zoo", custom_fields: [] },
      ...{ amount: money(amount), refunded_amount: money(Math.min(refunded, Math.abs(amount))) },
      line_items: items.map(([each, category_id]) => item(each, category_id)),
    }),
  )

const groupings: ReadonlyArray<ReadonlyArray<Grouping>> = [
  ...[["day"], ["week"], ["month"], ["month", "week"]],
  ...[["budget"], ["budget", "month"], ["category"], ["month", "category"]],
  ...[["user"], ["user", "month"]],
] as ReadonlyArray<ReadonlyArray<Grouping>>

test("sums equal those of their transactions after any additions and removals", () => {
  const within = ({ first, last }: Days, { auth_date }: Transaction) =>
    dayOf(auth_date) >= first && dayOf(auth_date) <= last
  fc.assert(
    fc.property(
      fc.array(anyTransaction, { maxLength: 20 }),
      fc.array(anyTransaction, { maxLength: 5 }),
      fc.constantFrom(...groupings),
      fc.constantFrom("2026-10-01", "2026-10-09", "2026-11-30"),
      fc.constantFrom("2026-12-31", "2026-12-09", "2026-11-30"),
      (rows, removedRows, group_by, first, last) => {
        const time = days(first, last)
        const kind = sumKindOf(group_by) as SumKind
        const storedSums = new KeptSums()
        for (const row of removedRows) storedSums.add(row)
        for (const row of rows) storedSums.add(row)
        for (const row of removedRows) storedSums.add(row, -1)
        const left = leftOut(time)
        const isQuiet = (out: Days | null) => out === null || !rows.some((row) => within(out, row))
        const whole = { first: isQuiet(left.before), last: isQuiet(left.after) }
        const { periods, days: rest } = covered(kind, time, whole)
        const { begin, add, addSum } = spendFold(group_by, [])
        const ofKind = storedSums.all.filter(
          ({ kind: of, period }) =>
            of === kind && periods !== null && period >= periods.first && period <= periods.last,
        )
        const others = rows.filter((row) => rest.some((each) => within(each, row)))
        const sums = others.reduce(add, ofKind.reduce(addSum, begin()))
        const expected = rows.filter((row) => within(time, row)).reduce(add, begin())
        expect(groupsOf(sums)).toEqual(groupsOf(expected))
        expect(
          ofKind.every(({ period }) => period.length === (sumSpans[kind] === "day" ? 10 : 7)),
        ).toBe(true)
      },
    ),
  )
})
