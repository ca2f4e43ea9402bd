import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { aBusiness, aCategory, aTransaction, now } from "../../test/given.ts"
import { finished } from "../core/decision.ts"
import { money } from "../core/money.ts"
import type { LaterKind, Movement } from "../core/records/movements.ts"
import type { LineItem, Transaction } from "../core/records/transactions.ts"
import { partsOf } from "../reports/rules.ts"
import { describing, type Names } from "./lines.ts"
import { walletMovements } from "./movements.ts"

const item = (amount: number, gst_amount = 0, category_id: string | null = "meals"): LineItem => ({
  ...{ id: "item-1", amount: money(amount), gst_amount: money(gst_amount), category_id },
  ...{ description: "", custom_fields: [], tax_rate_id: null },
})

const names: Names = {
  ...{ business: aBusiness(), accounting_codes: [], tax_rates: [], custom_fields: [] },
  categories: ["meals", "travel", "office", ...[0, 1, 2, 3, 4].map((n) => `part ${n}`)].map((id) =>
    aCategory(id, { name: id }),
  ),
  ...{ users: [], budgets: [] },
}

interface Step {
  readonly kind: LaterKind
  readonly amount: number
  /** In the currency of the wallet; defaults to `amount`. */
  readonly wallet_amount?: number
  readonly date?: string
}

/** Returns the lines of each movement on the days. */
const linesOf = (
  transaction: Transaction,
  steps: ReadonlyArray<Step>,
  [from, to] = ["2026-11-01", "2026-11-30"],
) => {
  const rows = steps.map(
    ({ kind, amount, wallet_amount = amount, date = now }, n): Movement => ({
      ...{ client_id: 7, transaction_id: transaction.id, number: n + 2, kind, date },
      ...{ amount: money(amount), fx_amount: money(wallet_amount) },
      ...{ balance_after: money(0), created: now },
    }),
  )
  const moving = {
    transactions: [transaction],
    later: rows.filter(({ date }) => date >= from && date < `${to}T24`),
    steps: rows,
  }
  return finished(walletMovements(moving, from, to)).map((_) => describing(names)(_).lines)
}

const shown = (lines: ReturnType<typeof linesOf>) =>
  lines.map((each) => each.map(({ category, amount, tax }) => [category, amount, tax]))

/** A cleared transaction of this amount. */
const spent = (amount: number, line_items: ReadonlyArray<LineItem>, fields = {}) =>
  aTransaction({
    ...{ status: "CLEARED", amount: money(amount), fx_amount: money(amount), line_items },
    ...{ gst: money(0), ...fields },
  })

const thirds = [item(100), item(100, 0, "travel"), item(100, 0, "office")]
const refund = (amount: number, date = now): Step => ({ kind: "REFUND", amount, date })

describe("the lines of a movement", () => {
  test.each<
    [
      string,
      Transaction,
      ReadonlyArray<Step>,
      ReadonlyArray<ReadonlyArray<readonly [string | null, number, number]>>,
    ]
  >([
    ["are one line without line items", spent(-300, []), [], [[[null, -300, 0]]]],
    [
      "are the line items and the remainder",
      spent(-110, [item(100, 9)]),
      [],
      [
        [
          ["meals", -100, -9],
          [null, -10, 0],
        ],
      ],
    ],
    [
      "have no line item for the excess of a higher clearing",
      spent(-120, [item(100)]),
      [{ kind: "CLEAR", amount: -20 }],
      [[["meals", -100, 0]], [[null, -20, 0]]],
    ],
    [
      "are reduced in proportion by a lower clearing",
      spent(-50, [item(60, 6), item(40, 4, "travel")]),
      [{ kind: "CLEAR", amount: 50 }],
      [
        [
          ["meals", -60, -6],
          ["travel", -40, -4],
        ],
        [
          ["meals", 30, 3],
          ["travel", 20, 2],
        ],
      ],
    ],
    [
      "are those of the hold for a reversal",
      spent(-110, [item(100, 9)], { status: "REVERSED" }),
      [{ kind: "REVERSE", amount: 110 }],
      [
        [
          ["meals", -100, -9],
          [null, -10, 0],
        ],
        [
          ["meals", 100, 9],
          [null, 10, 0],
        ],
      ],
    ],
    [
      "are the differences of the running total for refunds",
      spent(-300, thirds),
      [refund(100), refund(100), refund(100)],
      [
        [
          ["meals", -100, 0],
          ["travel", -100, 0],
          ["office", -100, 0],
        ],
        [
          ["meals", 33, 0],
          ["travel", 34, 0],
          ["office", 33, 0],
        ],
        [
          ["meals", 34, 0],
          ["travel", 32, 0],
          ["office", 34, 0],
        ],
        [
          ["meals", 33, 0],
          ["travel", 34, 0],
          ["office", 33, 0],
        ],
      ],
    ],
    [
      "may be negative for a refund with shares below a cent",
      spent(-300, thirds),
      [refund(1), refund(1)],
      [
        [
          ["meals", -100, 0],
          ["travel", -100, 0],
          ["office", -100, 0],
        ],
        [["travel", 1, 0]],
        [
          ["meals", 1, 0],
          ["travel", -1, 0],
          ["office", 1, 0],
        ],
      ],
    ],
    [
      "have the sign of a credit, and the opposite sign for its refund",
      spent(300, thirds.slice(0, 2), { transaction_type: "CREDIT" }),
      [refund(-30)],
      [
        [
          ["meals", 100, 0],
          ["travel", 100, 0],
          [null, 100, 0],
        ],
        [
          ["meals", -10, 0],
          ["travel", -10, 0],
          [null, -10, 0],
        ],
      ],
    ],
  ])("%s", (_, transaction, steps, expected) => {
    expect(shown(linesOf(transaction, steps))).toEqual(expected)
  })

  test("take earlier refunds of other days into account", () => {
    const [october, november] = ["2026-10-31T12:00:00.000Z", "2026-11-01T12:00:00.000Z"]
    const transaction = spent(-300, thirds, { auth_date: october })
    const lines = linesOf(transaction, [refund(100, october), refund(100, november)])
    expect(shown(lines)).toEqual([
      [
        ["meals", 34, 0],
        ["travel", 32, 0],
        ["office", 34, 0],
      ],
    ])
  })
})

test("the cost of many refunds of one transaction is linear", () => {
  let looks = 0
  const aRefund = (number: number): Movement => ({
    ...{ client_id: 7, transaction_id: "transaction-1", number, date: now, created: now },
    get kind() {
      looks++
      return "REFUND" as const
    },
    ...{ amount: money(1), fx_amount: money(1), balance_after: money(0) },
  })
  const steps = Array.from({ length: 1_000 }, (_, n) => aRefund(n + 2))
  const moving = { transactions: [spent(-1_000, [])], later: steps, steps }
  const found = finished(walletMovements(moving, "2026-11-01", "2026-11-30"))
  expect(found.at(-1)?.before.amount).toBe(999)
  expect(looks).toBeLessThan(10 * steps.length)
})

const cents = fc.integer({ min: 1, max: 99_999 })
/** History of a transaction: amounts held, cleared and refunded, and line items. */
const history = fc.record({
  heldCents: cents,
  cleared: cents,
  foreign: cents,
  isForeign: fc.boolean(),
  isCredit: fc.boolean(),
  items: fc.array(fc.tuple(fc.nat({ max: 50_000 }), fc.nat({ max: 100 })), { maxLength: 5 }),
  refunds: fc.array(fc.nat({ max: 100 }), { maxLength: 4 }),
})

/** Returns refunds, each of which is a number of hundredths of the remaining amount. */
const refundsOf = (total: number, hundredths: ReadonlyArray<number>): ReadonlyArray<number> => {
  let left = total
  return hundredths.map((each) => {
    const back = Math.floor((left * each) / 100)
    left -= back
    return back
  })
}

test("all movements add up to the parts of a report, to the cent", () => {
  fc.assert(
    fc.property(history, ({ heldCents, cleared, foreign, isForeign, isCredit, items, refunds }) => {
      const sign = isCredit ? 1 : -1
      const line_items = items.map(([amount, part], n) =>
        item(amount, Math.floor((amount * part) / 100), `part ${n}`),
      )
      const wallet = isForeign ? foreign : cleared
      const currencies = isForeign ? { currency: "USD", wallet_currency: "USD" } : {}
      const backs = refundsOf(cleared, refunds)
      const walletBacks = isForeign ? refundsOf(wallet, refunds) : backs
      const back = backs.reduce((sum, each) => sum + each, 0)
      const transaction = spent(sign * cleared, line_items, {
        ...{ ...currencies, fx_amount: money(sign * wallet), refunded_amount: money(back) },
      })
      const lines = linesOf(transaction, [
        {
          kind: "CLEAR",
          amount: sign * (cleared - heldCents),
          wallet_amount: sign * (wallet - heldCents),
        },
        ...backs.map((amount, n) => ({
          ...{ kind: "REFUND" as const, amount: -sign * amount },
          wallet_amount: -sign * (walletBacks[n] ?? 0),
        })),
      ]).flat()
      const sum = (field: "amount" | "wallet_amount" | "tax" | "wallet_tax") =>
        lines.reduce((total, line) => total + line[field], 0)
      const reported = partsOf(transaction).map(
        ({ spent, refunded }) => (isCredit ? refunded - spent : spent - refunded) * sign + 0,
      )
      const ofPart = (category: string | null) =>
        lines.reduce((total, line) => total + (line.category === category ? line.amount : 0), 0)
      const parts = [...line_items.map(({ category_id }) => category_id), null]
      expect(parts.map(ofPart).slice(0, reported.length)).toEqual(reported)
      const walletBack = walletBacks.reduce((total, each) => total + each, 0)
      expect(sum("amount")).toBe(sign * (cleared - back) + 0)
      expect(sum("wallet_amount")).toBe(sign * (wallet - walletBack) + 0)
      if (back === cleared) expect(sum("tax")).toBe(0)
      if (walletBack === wallet) expect(sum("wallet_tax")).toBe(0)
    }),
  )
})
