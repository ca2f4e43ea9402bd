import { describe, expect, test } from "vitest"
import { aMember, aTransaction, decimal, now, refusal, verdict } from "../../../test/given.ts"
import { context, days, inNovember, limited, moved } from "../../../test/transactions.ts"
import { money } from "../../core/money.ts"
import type { Transaction } from "../../core/records/transactions.ts"
import { decideRefund, type MoveCommand } from "./life-cycle.ts"

const command = (fields: Partial<MoveCommand> = {}): MoveCommand => ({
  transaction_id: "transaction-1",
  date: "2026-11-21T09:00:00.000Z",
  now,
  ...fields,
})

const of = (fields: Partial<Transaction> = {}) => context({ transactions: [aTransaction(fields)] })
const cleared = { status: "CLEARED", cleared_date: "2026-11-20T18:00:00.000Z" } as const
const inUsd = { currency: "USD", fx_amount: money(-800) } as const
const usdWallet = { ...inUsd, wallet_currency: "USD" } as const
const later = "2026-11-22T00:00:00.000Z"

interface Row {
  readonly name: string
  readonly given?: ReturnType<typeof context>
  readonly command?: Partial<MoveCommand>
  readonly verdict: string | ReadonlyArray<string>
}

const partly = { ...cleared, refunded_amount: money(500), refunded_fx_amount: money(500) } as const

const refunds: ReadonlyArray<Row> = [
  {
    name: "the whole amount",
    given: of(cleared),
    verdict: [
      "transactions status=REFUNDED refunded_amount=1200 refunded_fx_amount=1200",
      "budgets available_amount=11200 spent_amount=-1200",
      "budget_members spent_amount=-1200",
      "1200 outside → wallet",
      "1200 budget:budget-1:spent → budget:budget-1:available",
      "1200 member:2:spent → allocations",
      "event transaction.refunded",
    ],
  },
  {
    name: "a part of a charge in an earlier period that did not roll over",
    given: inNovember(false, { transactions: [aTransaction(cleared)] }),
    command: { amount: decimal("5") },
    verdict: [
      "transactions refunded_amount=500 refunded_fx_amount=500",
      "500 outside → wallet",
      "500 budget:budget-1:spent → budget:budget-1:available",
      "500 budget:budget-1:available → allocations",
      "500 member:2:spent → allocations",
      "event transaction.refunded",
      "event budget.period_restated",
    ],
  },
  {
    name: "the rest, which makes it REFUNDED",
    given: of({ ...partly, budget_id: null, budget_member_id: null }),
    command: { amount: decimal("7") },
    verdict: [
      "transactions status=REFUNDED refunded_amount=1200 refunded_fx_amount=1200",
      "700 outside → wallet",
      "event transaction.refunded",
    ],
  },
  {
    name: "a credit, which leaves the wallet",
    given: of({ ...cleared, amount: money(1_200), fx_amount: money(1_200), budget_id: null }),
    verdict: [
      "transactions status=REFUNDED refunded_amount=1200 refunded_fx_amount=1200",
      "1200 wallet → outside",
      "event transaction.refunded",
    ],
  },
  {
    name: "a part of a foreign amount in proportion, half-even",
    given: of({ ...cleared, ...usdWallet, fx_amount: money(-333), budget_id: null }),
    command: { amount: decimal("6") },
    verdict: [
      "transactions refunded_amount=600 refunded_fx_amount=166",
      "166 outside → wallet",
      "event transaction.refunded",
    ],
  },
  {
    name: "the last part of a foreign amount, without a remainder",
    given: of({
      ...cleared,
      ...usdWallet,
      fx_amount: money(-333),
      budget_id: null,
      refunded_amount: money(600),
      refunded_fx_amount: money(166),
    }),
    command: { amount: decimal("6") },
    verdict: [
      "transactions status=REFUNDED refunded_amount=1200 refunded_fx_amount=333",
      "167 outside → wallet",
      "event transaction.refunded",
    ],
  },
  {
    name: "all in one currency but not in the other, which leaves it CLEARED",
    given: of({ ...cleared, ...inUsd, budget_id: null }),
    command: { amount: decimal("11"), fx_amount: decimal("8") },
    verdict: [
      "transactions refunded_amount=1100 refunded_fx_amount=800",
      "1100 outside → wallet",
      "event transaction.refunded",
    ],
  },
]

const notRefunded: ReadonlyArray<Row> = [
  { name: "a missing transaction", given: context(), verdict: "NotFound" },
  ...(["AUTHED", "REVERSED", "DECLINED"] as const).map((status) => ({
    name: `a ${status} transaction, before a date in the future`,
    given: of({ status }),
    command: { date: later },
    verdict: "TransactionNotCleared",
  })),
  {
    name: "a date in the future, before too much",
    command: { date: later, amount: decimal("99") },
    verdict: "DateInFuture",
  },
  {
    name: "a date before it cleared, before too much",
    command: { date: "2026-11-20T17:59:59.999Z", amount: decimal("99") },
    verdict: "DateBeforeMovement",
  },
  {
    name: "too many decimals, before too much",
    command: { amount: decimal("99.001") },
    verdict: "TooManyDecimals",
  },
  {
    name: "two amounts that differ, before too much",
    command: { amount: decimal("99"), fx_amount: decimal("98") },
    verdict: "FxAmountDiffers",
  },
  {
    name: "more than the amount",
    command: { amount: decimal("12.01") },
    verdict: "RefundExceedsAmount",
  },
  {
    name: "more than is left",
    given: of(partly),
    command: { amount: decimal("7.01") },
    verdict: "RefundExceedsAmount",
  },
  {
    name: "more than the foreign amount",
    given: of({ ...cleared, ...inUsd }),
    command: { amount: decimal("1"), fx_amount: decimal("8.01") },
    verdict: "RefundExceedsAmount",
  },
  {
    name: "any amount of a REFUNDED transaction",
    given: of({ ...cleared, status: "REFUNDED", refunded_amount: money(1_200) }),
    verdict: "RefundExceedsAmount",
  },
]

describe("decideRefund", () => {
  test.each(refunds)(
    "refunds $name",
    ({ given = of(cleared), command: fields, verdict: lines }) => {
      expect(verdict(decideRefund(given, command(fields)))).toEqual(lines)
    },
  )

  test.each(notRefunded)("refuses $name", ({ given = of(cleared), command: fields, verdict }) => {
    expect(refusal(decideRefund(given, command(fields)))._tag).toBe(verdict)
  })

  test("counts on its own day", () => {
    expect(new Set(days(decideRefund(of(cleared), command())))).toEqual(new Set(["2026-11-21"]))
  })

  test("leaves the funds of a removed member at 0", () => {
    const given = limited({
      transactions: [aTransaction(cleared)],
      members: [aMember(2, { is_deleted: true })],
    })
    expect(moved(decideRefund(given, command()))).toEqual([
      "budgets spent_amount=-1200",
      "budget_members spent_amount=-1200",
      "1200 outside → wallet",
      "1200 budget:budget-1:spent → allocations",
      "1200 member:2:spent → allocations",
    ])
  })
})
