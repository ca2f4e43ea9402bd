import { Result } from "effect"
import { describe, expect, test } from "vitest"
import { aTransaction, decimal, now } from "../../test/given.ts"
import { context, wallets, written } from "../../test/transactions.ts"
import type { Decision } from "../core/decision.ts"
import { money } from "../core/money.ts"
import type { Movement } from "../core/records/movements.ts"
import type { MoveTransaction, Transaction } from "../core/records/transactions.ts"
import { movementNumbers, showMovements } from "./movements.ts"
import { decideClear, decideRefund, decideReverse } from "./rules/life-cycle.ts"
import { decideRecord } from "./rules/record.ts"

const aMovement = (fields: Partial<Movement>): Movement => ({
  client_id: 7,
  transaction_id: "transaction-1",
  number: 2,
  kind: "CLEAR",
  date: "2026-11-21T09:00:00.000Z",
  amount: money(-300),
  fx_amount: money(-300),
  balance_after: money(4_700),
  created: now,
  ...fields,
})

const of = (fields: Partial<Transaction> = {}) =>
  context({
    wallets: [{ currency: "AUD", balance: 5_000 }],
    transactions: [aTransaction(fields)],
  })
const commandOf = (fields: MoveTransaction = {}) => ({
  transaction_id: "transaction-1",
  date: "2026-11-21T09:00:00.000Z",
  now,
  ...fields,
})
const cleared = { status: "CLEARED", cleared_date: "2026-11-20T18:00:00.000Z" } as const

const writtenMovements = (result: Result.Result<Decision<unknown>, unknown>) =>
  Result.getOrThrow(result).writes.flatMap(({ table, before, after }) =>
    table === "movements" && before === null ? [after] : [],
  )

describe("a movement", () => {
  test.each<readonly [string, Result.Result<Decision<unknown>, unknown>, Partial<Movement>]>([
    [
      "clears with the difference from the hold",
      decideClear(of(), commandOf({ amount: decimal("15") })),
      {},
    ],
    [
      "clears for less and returns the rest",
      decideClear(of(), commandOf({ amount: decimal("10") })),
      { amount: money(200), fx_amount: money(200), balance_after: money(5_200) },
    ],
    [
      "clears exactly the hold with an amount of 0",
      decideClear(of(), commandOf()),
      { amount: money(0), fx_amount: money(0), balance_after: money(5_000) },
    ],
    [
      "reverses the whole hold",
      decideReverse(of(), commandOf()),
      {
        kind: "REVERSE",
        amount: money(1_200),
        fx_amount: money(1_200),
        balance_after: money(6_200),
      },
    ],
    [
      "refunds a part and gets the next number",
      decideRefund(of({ ...cleared, movement_count: 4 }), commandOf({ amount: decimal("5") })),
      {
        ...{ kind: "REFUND", number: 5, amount: money(500), fx_amount: money(500) },
        balance_after: money(5_500),
      },
    ],
    [
      "is negative for the refund of a credit",
      decideRefund(of({ ...cleared, amount: money(900), fx_amount: money(900) }), commandOf()),
      { kind: "REFUND", amount: money(-900), fx_amount: money(-900), balance_after: money(4_100) },
    ],
    [
      "has both currencies and the balance of its wallet",
      decideClear(
        context({
          wallets: [{ currency: "USD", balance: 100 }, ...wallets("AUD")],
          transactions: [
            aTransaction({ currency: "USD", wallet_currency: "USD", fx_amount: money(-800) }),
          ],
        }),
        commandOf({ amount: decimal("15") }),
      ),
      { fx_amount: money(-200), balance_after: money(-100) },
    ],
  ])("%s", (_, result, fields) => {
    expect(writtenMovements(result)).toEqual([aMovement(fields)])
    expect(written(result).movement_count).toBe(aMovement(fields).number)
  })

  test.each([
    ["AUTHED", 1, 3_800],
    ["CLEARED", 1, 3_800],
    ["DECLINED", 0, null],
  ] as const)(
    "the first movement of a %s transaction has no row",
    (status, movement_count, balance_after) => {
      const result = decideRecord(context({ wallets: [{ currency: "AUD", balance: 5_000 }] }), {
        ...{ external_id: "ext-2", transaction_type: "CARD_TRANSACTION", status, now },
        ...{ auth_date: "2026-11-20T10:00:00.000Z", merchant_name: "Rail", id: "transaction-2" },
        ...{ amount: decimal("-12"), line_item_ids: [] },
      })
      expect(writtenMovements(result)).toEqual([])
      expect(written(result)).toMatchObject({ movement_count, balance_after })
    },
  )
})

describe("showMovements", () => {
  const clear = aMovement({})
  const shown = (fields: Partial<Transaction>, second: Movement | null) =>
    showMovements(aTransaction(fields), second, [], { offset: 0, limit: 1 })[0]

  test.each<readonly [Partial<Transaction>, Movement | null, string, number]>([
    [{}, null, "HOLD", -1_200],
    [{ status: "REVERSED" }, aMovement({ kind: "REVERSE", amount: money(1_200) }), "HOLD", -1_200],
    [{ ...cleared, amount: money(-1_500) }, clear, "HOLD", -1_200],
    [{ status: "REFUNDED", amount: money(-1_500) }, clear, "HOLD", -1_200],
    [cleared, null, "RECORD", -1_200],
    [{ status: "REFUNDED" }, aMovement({ kind: "REFUND" }), "RECORD", -1_200],
  ])("the first movement of %j is the original one", (fields, second, kind, amount) => {
    expect(shown(fields, second)).toMatchObject({ id: "transaction-1-1", kind, amount })
  })

  test("loads rows from the second movement on", () => {
    const pages = [0, 1, 2].map((offset) => movementNumbers({ offset, limit: 2 }))
    expect(pages).toEqual([
      { from: 2, to: 2 },
      { from: 2, to: 3 },
      { from: 3, to: 4 },
    ])
  })
})
