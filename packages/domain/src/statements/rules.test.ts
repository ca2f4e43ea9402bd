import { describe, expect, test } from "vitest"
import { money } from "../core/money.ts"
import { isWithinBounds, statement } from "./rules.ts"
import type { WalletMovements } from "./store.ts"

const wallet = {
  client_id: 7,
  currency: "AUD",
  balance: 1_500,
  created: "2026-11-10T09:00:00.000Z",
  updated: "2026-11-20T09:00:00.000Z",
}

const day = (date: string, amount: number, updated = `${date}T12:00:00.000Z`) => ({
  date,
  amount: money(amount),
  updated,
})

const none = { amount: money(0), updated: null }

const given = (fields: Partial<WalletMovements> = {}): WalletMovements => ({
  wallet,
  first_date: "2026-11-12",
  before: none,
  days: [day("2026-11-12", 1_000), day("2026-11-14", 500)],
  ...fields,
})

const read = (
  movements: WalletMovements,
  [start_date, end_date]: readonly [string, string],
  page = { offset: 0, limit: 50 },
  today = "2026-11-21",
) => statement(movements, { start_date, end_date, today }, page)

const dates = ({ daily_balances }: ReturnType<typeof read>) => daily_balances.map((_) => _.date)

describe("isWithinBounds", () => {
  const most = 999_999_999_999_999
  test.each([
    ["up to the limit of balances", most, [-2 * most, 2 * most], true],
    ["before the first day", most + 1, [-1], false],
    ["on a day in between", 0, [most, 1, -most], false],
    ["at the end", -most, [-1], false],
    ["beyond the range of exact numbers", most, [Number.MAX_SAFE_INTEGER], false],
  ])("%s", (_, before, amounts, expected) => {
    const days = amounts.map((amount) => ({ ...day("2026-11-12", 0), amount }))
    expect(isWithinBounds({ before: { ...none, amount: before }, days })).toBe(expected)
  })
})

describe("statement", () => {
  test("has a balance for each day, which opens with the closing balance of the day before", () => {
    expect(read(given(), ["2026-11-11", "2026-11-14"])).toEqual({
      count: 4,
      start_date: "2026-11-11",
      end_date: "2026-11-14",
      currency: "AUD",
      opening_balance: 0,
      closing_balance: 1500,
      daily_balances: [
        {
          id: "7-AUD-2026-11-11",
          date: "2026-11-11",
          currency: "AUD",
          opening_balance: 0,
          closing_balance: 0,
          created: "2026-11-11T00:00:00.000Z",
          updated: "2026-11-11T00:00:00.000Z",
        },
        {
          id: "7-AUD-2026-11-12",
          date: "2026-11-12",
          currency: "AUD",
          opening_balance: 0,
          closing_balance: 1000,
          created: "2026-11-12T00:00:00.000Z",
          updated: "2026-11-12T12:00:00.000Z",
        },
        {
          id: "7-AUD-2026-11-13",
          date: "2026-11-13",
          currency: "AUD",
          opening_balance: 1000,
          closing_balance: 1000,
          created: "2026-11-13T00:00:00.000Z",
          updated: "2026-11-13T00:00:00.000Z",
        },
        {
          id: "7-AUD-2026-11-14",
          date: "2026-11-14",
          currency: "AUD",
          opening_balance: 1000,
          closing_balance: 1500,
          created: "2026-11-14T00:00:00.000Z",
          updated: "2026-11-14T12:00:00.000Z",
        },
      ],
    })
  })

  test("begins with the balance of the wallet", () => {
    const before = { amount: money(-300), updated: "2026-11-01T12:00:00.000Z" }
    const { opening_balance, closing_balance } = read(given({ before }), [
      "2026-11-11",
      "2026-11-30",
    ])
    expect([opening_balance, closing_balance]).toEqual([-300, 1200])
  })

  test("reports the last change of a day, including a movement recorded later", () => {
    const days = [
      day("2026-11-12", 1_000, "2026-11-20T08:00:00.000Z"),
      day("2026-11-14", 500, "2026-11-15T08:00:00.000Z"),
    ]
    expect(
      read(given({ days }), ["2026-11-11", "2026-11-21"]).daily_balances.map((_) => _.updated),
    ).toEqual([
      "2026-11-11T00:00:00.000Z",
      ...Array(9).fill("2026-11-20T08:00:00.000Z"),
      "2026-11-21T00:00:00.000Z",
    ])
  })

  test("begins when the wallet was created", () => {
    expect(dates(read(given(), ["2026-11-01", "2026-11-11"]))).toEqual(["2026-11-10", "2026-11-11"])
  })

  test("begins with the first movement if that is earlier", () => {
    const given = { wallet, first_date: "2026-11-08", before: none, days: [day("2026-11-08", 5)] }
    expect(dates(read(given, ["2026-11-01", "2026-11-09"]))).toEqual(["2026-11-08", "2026-11-09"])
  })

  test("includes today and no later day", () => {
    const statement = read(given(), ["2026-11-20", "2026-12-31"])
    expect([statement.count, dates(statement)]).toEqual([2, ["2026-11-20", "2026-11-21"]])
  })

  test("can be of a single day", () => {
    const one = read(given({ before: none, days: [day("2026-11-14", 500)] }), [
      "2026-11-14",
      "2026-11-14",
    ])
    expect([one.count, one.opening_balance, one.closing_balance]).toEqual([1, 0, 500])
  })

  test.each([
    { name: "before it existed", period: ["2026-10-01", "2026-11-09"], balance: 0 },
    { name: "in the future", period: ["2026-11-22", "2026-12-31"], balance: 1500 },
  ] as const)("has the balance of the time if it has no day, $name", ({ period, balance }) => {
    const before = { amount: money(balance), updated: null }
    expect(read(given({ before, days: [] }), period)).toMatchObject({
      count: 0,
      opening_balance: balance,
      closing_balance: balance,
      daily_balances: [],
    })
  })

  test.each([
    { offset: 0, limit: 2, found: ["2026-11-11", "2026-11-12"], opening: 0 },
    { offset: 2, limit: 2, found: ["2026-11-13", "2026-11-14"], opening: 1000 },
    { offset: 3, limit: 2, found: ["2026-11-14", "2026-11-15"], opening: 1000 },
    { offset: 4, limit: 9, found: ["2026-11-15"], opening: 1500 },
    { offset: 5, limit: 9, found: [], opening: undefined },
    { offset: 9_000_000_000_000_000, limit: 500, found: [], opening: undefined },
  ])("page $offset/$limit has the balances of the whole period", (row) => {
    const page = read(given(), ["2026-11-11", "2026-11-15"], row)
    expect(dates(page)).toEqual(row.found)
    expect(page.daily_balances[0]?.opening_balance).toBe(row.opening)
    expect([page.count, page.opening_balance, page.closing_balance]).toEqual([5, 0, 1500])
  })
})
