import { describe, expect, test } from "vitest"
import { aTransaction, decimal, now, refusal, verdict } from "../../../test/given.ts"
import { context, days, inNovember, limited, moved, written } from "../../../test/transactions.ts"
import { money } from "../../core/money.ts"
import type { Transaction } from "../../core/records/transactions.ts"
import { decideClear, decideReverse, type MoveCommand } from "./life-cycle.ts"

const command = (fields: Partial<MoveCommand> = {}): MoveCommand => ({
  transaction_id: "transaction-1",
  date: "2026-11-21T09:00:00.000Z",
  now,
  ...fields,
})

const of = (fields: Partial<Transaction> = {}) => context({ transactions: [aTransaction(fields)] })
const late = (fields: Partial<Transaction> = {}) =>
  inNovember(true, {
    transactions: [aTransaction({ auth_date: "2026-10-31T10:00:00.000Z", ...fields })],
  })
const cleared = { status: "CLEARED", cleared_date: "2026-11-20T18:00:00.000Z" } as const
const inUsd = { currency: "USD", fx_amount: money(-800) } as const
const usdWallet = { ...inUsd, wallet_currency: "USD" } as const
const later = "2026-11-22T00:00:00.000Z"
const earlier = "2026-11-19T00:00:00.000Z"

interface Row {
  readonly name: string
  readonly given?: ReturnType<typeof context>
  readonly command?: Partial<MoveCommand>
  readonly verdict: string | ReadonlyArray<string>
}

const clears: ReadonlyArray<Row> = [
  { name: "the whole hold", verdict: ["1200 holds → outside"] },
  {
    name: "more than the hold",
    command: { amount: decimal("15") },
    verdict: [
      "budgets available_amount=9700 spent_amount=300",
      "budget_members spent_amount=300",
      "1200 holds → outside",
      "300 wallet → outside",
      "300 budget:budget-1:available → budget:budget-1:spent",
      "300 allocations → member:2:spent",
    ],
  },
  {
    name: "less than the hold",
    command: { amount: decimal("10") },
    verdict: [
      "budgets available_amount=10200 spent_amount=-200",
      "budget_members spent_amount=-200",
      "1200 holds → outside",
      "200 outside → wallet",
      "200 budget:budget-1:spent → budget:budget-1:available",
      "200 member:2:spent → allocations",
    ],
  },
  {
    name: "a credit",
    given: of({ amount: money(1_200), fx_amount: money(1_200) }),
    command: { amount: decimal("15") },
    verdict: [
      "budgets available_amount=10300 spent_amount=-300",
      "budget_members spent_amount=-300",
      "1200 outside → holds",
      "300 outside → wallet",
      "300 budget:budget-1:spent → budget:budget-1:available",
      "300 member:2:spent → allocations",
    ],
  },
  {
    name: "a charge of an earlier period, and the funds that rolled over since",
    given: late(),
    command: { amount: decimal("15") },
    verdict: [
      "budgets available_amount=9700",
      "1200 holds → outside",
      "300 wallet → outside",
      "300 budget:budget-1:available → budget:budget-1:spent",
      "300 allocations → member:2:spent",
    ],
  },
  {
    name: "a foreign amount in a wallet of its currency: fx_amount in proportion",
    given: of(usdWallet),
    command: { amount: decimal("15") },
    verdict: [
      "budgets available_amount=9700 spent_amount=300",
      "budget_members spent_amount=300",
      "800 holds → outside",
      "200 wallet → outside",
      "300 budget:budget-1:available → budget:budget-1:spent",
      "300 allocations → member:2:spent",
    ],
  },
  {
    name: "fx_amount alone: amount in proportion",
    given: of(inUsd),
    command: { fx_amount: decimal("10") },
    verdict: [
      "budgets available_amount=9700 spent_amount=300",
      "budget_members spent_amount=300",
      "1200 holds → outside",
      "300 wallet → outside",
      "300 budget:budget-1:available → budget:budget-1:spent",
      "300 allocations → member:2:spent",
    ],
  },
  {
    name: "equal amounts in the business's own currency",
    command: { amount: decimal("12"), fx_amount: decimal("12") },
    verdict: ["1200 holds → outside"],
  },
]

const notCleared: ReadonlyArray<Row> = [
  {
    name: "a missing transaction, before any other error",
    given: context(),
    command: { date: later },
    verdict: "NotFound",
  },
  ...(["CLEARED", "REFUNDED", "REVERSED", "DECLINED"] as const).map((status) => ({
    name: `a ${status} transaction, before a date in the future`,
    given: of({ status }),
    command: { date: later },
    verdict: "TransactionNotAuthed",
  })),
  {
    name: "a date in the future, before decimals",
    command: { date: later, amount: decimal("1.001") },
    verdict: "DateInFuture",
  },
  {
    name: "a date before the authorisation, before decimals",
    command: { date: earlier, amount: decimal("1.001") },
    verdict: "DateBeforeMovement",
  },
  {
    name: "too many decimals, before amounts that differ",
    command: { amount: decimal("1.001"), fx_amount: decimal("2") },
    verdict: "TooManyDecimals",
  },
  {
    name: "too many decimals of fx_amount",
    given: of({ currency: "JPY", fx_amount: money(-800) }),
    command: { fx_amount: decimal("800.5") },
    verdict: "TooManyDecimals",
  },
  {
    name: "two amounts that differ in one currency",
    command: { amount: decimal("12"), fx_amount: decimal("8") },
    verdict: "FxAmountDiffers",
  },
  {
    name: "a single amount if the other one is 0",
    given: of({ currency: "USD", amount: money(0), fx_amount: money(0) }),
    command: { amount: decimal("12") },
    verdict: "AmountsRequired",
  },
  {
    name: "a proportional amount out of range",
    given: of({ currency: "VND", amount: money(-1), fx_amount: money(-9_000) }),
    command: { amount: decimal("9999999999.99") },
    verdict: "AmountOutOfRange",
  },
]

describe("decideClear", () => {
  test.each(clears)("clears $name", ({ given = of(), command: fields, verdict }) => {
    expect(moved(decideClear(given, command(fields)))).toEqual(verdict)
  })

  test.each(notCleared)("refuses $name", ({ given = of(), command: fields, verdict }) => {
    expect(refusal(decideClear(given, command(fields)))._tag).toBe(verdict)
  })

  test("shows the cleared amounts and the date, and counts on that day", () => {
    const result = decideClear(of(inUsd), command({ amount: decimal("12.01") }))
    expect(written(result)).toEqual({
      ...aTransaction(),
      ...inUsd,
      status: "CLEARED",
      cleared_date: "2026-11-21T09:00:00.000Z",
      movement_count: 2,
      amount: -1201,
      fx_amount: -801,
      updated: now,
    })
    expect(new Set(days(result))).toEqual(new Set(["2026-11-21"]))
  })

  test("clears now if no date is given", () => {
    const { date: _, ...rest } = command()
    expect(written(decideClear(of(), rest)).cleared_date).toBe(now)
  })
})

const reverses: ReadonlyArray<Row> = [
  {
    name: "the whole hold",
    verdict: [
      "budgets available_amount=11200 spent_amount=-1200",
      "budget_members spent_amount=-1200",
      "1200 holds → wallet",
      "1200 budget:budget-1:spent → budget:budget-1:available",
      "1200 member:2:spent → allocations",
    ],
  },
  {
    name: "the funds of a member with limits",
    given: limited({ transactions: [aTransaction()] }),
    command: { amount: decimal("12") },
    verdict: [
      "budgets available_amount=11200 spent_amount=-1200",
      "budget_members available_amount=5200 spent_amount=-1200",
      "1200 holds → wallet",
      "1200 budget:budget-1:spent → budget:budget-1:available",
      "1200 member:2:spent → member:2:available",
    ],
  },
  {
    name: "a charge of an earlier period, and the funds that rolled over since",
    given: late(usdWallet),
    verdict: [
      "budgets available_amount=11200",
      "800 holds → wallet",
      "1200 budget:budget-1:spent → budget:budget-1:available",
      "1200 member:2:spent → allocations",
    ],
  },
]

const notReversed: ReadonlyArray<Row> = [
  { name: "a missing transaction", given: context(), verdict: "NotFound" },
  {
    name: "a cleared transaction, before its date",
    given: of(cleared),
    command: { date: later },
    verdict: "TransactionNotAuthed",
  },
  {
    name: "a date in the future, before a part",
    command: { date: later, amount: decimal("5") },
    verdict: "DateInFuture",
  },
  {
    name: "a date before the authorisation, before a part",
    command: { date: earlier, amount: decimal("5") },
    verdict: "DateBeforeMovement",
  },
  {
    name: "too many decimals, before a part",
    command: { amount: decimal("5.001") },
    verdict: "TooManyDecimals",
  },
  { name: "a part", command: { amount: decimal("5") }, verdict: "ReversalIsWhole" },
  {
    name: "a part of the foreign amount",
    given: of(inUsd),
    command: { amount: decimal("12"), fx_amount: decimal("7") },
    verdict: "ReversalIsWhole",
  },
]

describe("decideReverse", () => {
  test.each(reverses)("releases $name", ({ given = of(), command: fields, verdict }) => {
    expect(moved(decideReverse(given, command(fields)))).toEqual(verdict)
  })

  test.each(notReversed)("refuses $name", ({ given = of(), command: fields, verdict }) => {
    expect(refusal(decideReverse(given, command(fields)))._tag).toBe(verdict)
  })

  test("leaves the amounts unchanged and writes an event", () => {
    const result = decideReverse(of(), command())
    expect(written(result)).toEqual({
      ...aTransaction(),
      status: "REVERSED",
      movement_count: 2,
      updated: now,
    })
    expect(verdict(result)).toContain("event transaction.reversed")
  })
})
