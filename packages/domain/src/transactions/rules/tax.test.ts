import type { Result } from "effect"
import { describe, expect, test } from "vitest"
import { aTaxRate } from "../../../test/accounts.ts"
import { aTransaction, decimal, now, refusal } from "../../../test/given.ts"
import { context, written } from "../../../test/transactions.ts"
import type { Decision } from "../../core/decision.ts"
import { money } from "../../core/money.ts"
import type { TaxRate } from "../../core/records/tax-rates.ts"
import type {
  LineItemInput,
  RecordTransaction,
  UpdateTransaction,
} from "../../core/records/transactions.ts"
import type { TransactionContext } from "../context.ts"
import { decideAuthorisation } from "./authorisation.ts"
import { decideExpense } from "./expense.ts"
import { decideClear } from "./life-cycle.ts"
import { decideRecord } from "./record.ts"

const recording = (fields: Partial<RecordTransaction> = {}, given = context()) =>
  decideRecord(given, {
    external_id: "ext-2",
    transaction_type: "CARD_TRANSACTION",
    status: "CLEARED",
    auth_date: "2026-11-20T10:00:00.000Z",
    merchant_name: "Harbour Kitchen",
    amount: decimal("-12"),
    id: "transaction-2",
    line_item_ids: ["item-1", "item-2"],
    now,
    ...fields,
  })

const patching = (patch: UpdateTransaction, given = context()) =>
  decideExpense(
    { ...given, transactions: [aTransaction()] },
    { transaction_id: "transaction-1", line_item_ids: ["item-1", "item-2"], now, ...patch },
  )

const item = (fields: Partial<LineItemInput> = {}): LineItemInput => ({
  amount: decimal("12"),
  ...fields,
})
const overtaxed = [item(), item({ gst_amount: decimal("12.01") })]

/** Each row also violates every rule that ranks below it. */
const refused: ReadonlyArray<{
  readonly name: string
  readonly result: Result.Result<Decision<unknown>, never | { _tag: string; message: string }>
  readonly tag: string
  readonly pointer: string
}> = [
  {
    name: "decimals of a line item, before its tax",
    result: recording({ line_items: [item({ amount: decimal("1.001") }), ...overtaxed] }),
    tag: "TooManyDecimals",
    pointer: "/line_items/0/amount",
  },
  {
    name: "more tax than a line item, before the amounts",
    result: recording({ line_items: overtaxed, currency: "USD", gst: decimal("13") }),
    tag: "GstExceedsAmount",
    pointer: "/line_items/1/gst_amount",
  },
  {
    name: "a missing fx_amount, before gst",
    result: recording({ currency: "USD", gst: decimal("13") }),
    tag: "FxAmountRequired",
    pointer: "/fx_amount",
  },
  {
    name: "more gst than the amount, before a date in the future",
    result: recording({ gst: decimal("12.01"), auth_date: "2026-11-22T00:00:00.000Z" }),
    tag: "GstExceedsAmount",
    pointer: "/gst",
  },
  {
    name: "more gst than a credit",
    result: recording({ gst: decimal("12.01"), amount: decimal("12") }),
    tag: "GstExceedsAmount",
    pointer: "/gst",
  },
  {
    name: "a change: more tax than a line item, before gst",
    result: patching({ line_items: overtaxed, gst: decimal("13") }),
    tag: "GstExceedsAmount",
    pointer: "/line_items/1/gst_amount",
  },
  {
    name: "a change: more gst than the amount",
    result: patching({ gst: decimal("12.01") }),
    tag: "GstExceedsAmount",
    pointer: "/gst",
  },
]

/** "A line item's `gst_amount` is at most its `amount`; `gst` at most the amount." */
describe("tax within the amount", () => {
  test.each(refused)("refuses $name", ({ result, tag, pointer }) => {
    expect(refusal(result)).toMatchObject({ _tag: tag, pointer })
  })

  test("may equal the amount", () => {
    const line_items = [item({ gst_amount: decimal("12") })]
    expect(written(recording({ line_items, gst: decimal("12") }))).toMatchObject({ gst: 1_200 })
    expect(written(patching({ line_items, gst: decimal("12") }))).toMatchObject({ gst: 1_200 })
  })

  test.each([
    ["15", 1_100],
    ["11", 1_100],
    ["10.99", 1_099],
  ])("is reduced when a hold clears: at %s to %d", (amount, gst) => {
    const given = context({ transactions: [aTransaction({ gst: money(1_100) })] })
    const result = decideClear(given, {
      transaction_id: "transaction-1",
      amount: decimal(amount),
      now,
    })
    expect(written(result).gst).toBe(gst)
  })
})

const created = (day: number): string => `2026-01-0${day}T00:00:00.000Z`
const rate = (id: string, is_default_for: TaxRate["is_default_for"], fields: Partial<TaxRate>) =>
  aTaxRate({ id, is_default_for, ...fields })
const rates: TransactionContext["tax_rates"] = [
  rate("late", "DOMESTIC", { created: created(5) }),
  rate("off", "DOMESTIC", { created: created(1), is_enabled: false }),
  rate("none", "NONE", { created: created(1) }),
  rate("b", "DOMESTIC", { created: created(2) }),
  rate("a", "DOMESTIC", { created: created(2) }),
  rate("abroad", "INTERNATIONAL", { created: created(4) }),
  rate("both", "BOTH", { created: created(3) }),
]
const abroad = { currency: "USD", fx_amount: decimal("-8") }

/** "Without [a tax_rate_id] the earliest made of the enabled rates … that fits resolves." */
describe("the tax rate of a line item", () => {
  const taxed = context({ tax_rates: rates })
  const rateOf = (result: Parameters<typeof written>[0]) =>
    written(result).line_items[0]?.tax_rate_id

  test.each<readonly [string, Partial<LineItemInput>, Partial<RecordTransaction>, string | null]>([
    ["the earliest domestic one, ties by id", {}, {}, "a"],
    ["the earliest that fits abroad", {}, abroad, "both"],
    ["the given one, even if it is no default", { tax_rate_id: "none" }, {}, "none"],
    ["null if the request has null", { tax_rate_id: null }, {}, null],
  ])("is %s", (_, fields, transaction, expected) => {
    const line_items = [item(fields)]
    expect(rateOf(recording({ line_items, ...transaction }, taxed))).toBe(expected)
    if (transaction === abroad) return
    expect(rateOf(patching({ line_items }, taxed))).toBe(expected)
  })

  test("follows the currency of the authorisation", () => {
    const decisionOf = (fields: object) =>
      decideAuthorisation(taxed, {
        external_id: "ext-2",
        user_id: 2,
        budget_id: "budget-1",
        amount: decimal("12"),
        merchant_name: "Harbour Kitchen",
        category_id: "meals",
        id: "transaction-2",
        line_item_id: "item-1",
        now,
        ...fields,
      })
    expect(rateOf(decisionOf({}))).toBe("a")
    expect(rateOf(decisionOf({ currency: "USD", fx_amount: decimal("8") }))).toBe("both")
  })

  test("is null if none fits, and if there are none", () => {
    const line_items = [item()]
    expect(rateOf(recording({ line_items }, context({ tax_rates: [rates[2] as TaxRate] })))).toBe(
      null,
    )
    expect(rateOf(recording({ line_items }))).toBe(null)
  })
})
