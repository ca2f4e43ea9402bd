import { Result } from "effect"
import { describe, expect, test } from "vitest"
import { aTaxRate } from "../../../test/accounts.ts"
import {
  aBudget,
  aCategory,
  aMember,
  aTransaction,
  aUser,
  decimal,
  now,
  refusal,
  verdict,
} from "../../../test/given.ts"
import {
  context,
  days,
  inNovember,
  limited,
  moved,
  wallets,
  written,
} from "../../../test/transactions.ts"
import { showTaxRate } from "../../tax-rates/rules.ts"
import type { TransactionContext } from "../context.ts"
import { decideRecord, decideRecords, type RecordCommand } from "./record.ts"

const command = (fields: Partial<RecordCommand> = {}): RecordCommand => ({
  external_id: "ext-1",
  transaction_type: "CARD_TRANSACTION",
  status: "CLEARED",
  auth_date: "2026-11-20T10:00:00.000Z",
  merchant_name: "Harbour Kitchen",
  amount: decimal("-12"),
  user_id: 2,
  budget_id: "budget-1",
  id: "transaction-1",
  line_item_ids: ["item-1", "item-2"],
  now,
  ...fields,
})

const later = "2026-11-22T00:00:00.000Z"
const charged = [
  "budgets available_amount=8800 spent_amount=1200",
  "budget_members spent_amount=1200",
]
const entries = [
  "1200 budget:budget-1:available → budget:budget-1:spent",
  "1200 allocations → member:2:spent",
]

interface Row {
  readonly name: string
  readonly given?: TransactionContext
  readonly command?: Partial<RecordCommand>
  readonly verdict: string | ReadonlyArray<string>
}

const accepted: ReadonlyArray<Row> = [
  {
    name: "a transaction cleared on the day of its authorisation: the money leaves immediately",
    verdict: [...charged, "1200 wallet → outside", ...entries],
  },
  {
    name: "a transaction cleared on a later day: a hold until then",
    command: { cleared_date: "2026-11-21T09:00:00.000Z" },
    verdict: [...charged, "1200 wallet → holds", ...entries, "1200 holds → outside"],
  },
  {
    name: "an authorised transaction: a hold",
    command: { status: "AUTHED" },
    verdict: [...charged, "1200 wallet → holds", ...entries],
  },
  { name: "a declined transaction: nothing moves", command: { status: "DECLINED" }, verdict: [] },
  { name: "an amount of 0: nothing moves", command: { amount: decimal("0") }, verdict: [] },
  {
    name: "a credit, which returns spending to the budget",
    command: { amount: decimal("12") },
    verdict: [
      "budgets available_amount=11200 spent_amount=-1200",
      "budget_members spent_amount=-1200",
      "1200 outside → wallet",
      "1200 budget:budget-1:spent → budget:budget-1:available",
      "1200 member:2:spent → allocations",
    ],
  },
  {
    name: "more than is available",
    command: { amount: decimal("-150.00") },
    verdict: [
      "budgets available_amount=-5000 spent_amount=15000",
      "budget_members spent_amount=15000",
      "15000 wallet → outside",
      "15000 budget:budget-1:available → budget:budget-1:spent",
      "15000 allocations → member:2:spent",
    ],
  },
  {
    name: "spending of a member's own funds under member limits",
    given: limited(),
    verdict: [
      "budgets available_amount=8800 spent_amount=1200",
      "budget_members available_amount=2800 spent_amount=1200",
      "1200 wallet → outside",
      "1200 budget:budget-1:available → budget:budget-1:spent",
      "1200 member:2:available → member:2:spent",
    ],
  },
  {
    name: "spending of a removed member, who has no funds of their own",
    given: limited({ members: [aMember(2, { is_deleted: true })] }),
    verdict: [
      "budgets spent_amount=1200",
      "budget_members spent_amount=1200",
      "1200 wallet → outside",
      "1200 allocations → budget:budget-1:spent",
      "1200 allocations → member:2:spent",
    ],
  },
  {
    name: "spending of a user who is not a member: only the budget",
    given: context({ members: [] }),
    verdict: [charged[0]!, "1200 wallet → outside", entries[0]!],
  },
  {
    name: "spending without a budget: only the wallet",
    command: { budget_id: null },
    verdict: ["1200 wallet → outside"],
  },
  {
    name: "spending before the first period: in the first",
    command: { auth_date: "2026-10-31T23:59:59.999Z" },
    verdict: [...charged, "1200 wallet → outside", ...entries],
  },
  {
    name: "spending in an earlier period that rolled over: also less available now",
    given: inNovember(true),
    command: { auth_date: "2026-10-31T23:59:59.999Z" },
    verdict: ["budgets available_amount=8800", "1200 wallet → outside", ...entries],
  },
  {
    name: "spending in an earlier period that did not roll over: the reset removed the rest",
    given: inNovember(false),
    command: { auth_date: "2026-10-31T23:59:59.999Z" },
    verdict: [
      "1200 wallet → outside",
      entries[0]!,
      "1200 allocations → budget:budget-1:available",
      entries[1]!,
    ],
  },
  {
    name: "spending at the first instant of the current period",
    command: { auth_date: "2026-11-01T00:00:00.000Z" },
    verdict: [...charged, "1200 wallet → outside", ...entries],
  },
  {
    name: "spending of a deleted user in a deleted budget",
    given: context({
      users: [aUser(2, { is_deleted: true })],
      budgets: [aBudget({ is_deleted: true })],
      members: [aMember(2, { is_deleted: true })],
    }),
    verdict: [...charged, "1200 wallet → outside", ...entries],
  },
  {
    name: "spending after the end of a deleted budget: in its last period",
    given: context({
      budgets: [aBudget({ is_deleted: true, current_period_end: "2026-11-10T23:59:59.999Z" })],
    }),
    verdict: [...charged, "1200 wallet → outside", ...entries],
  },
  {
    name: "a foreign amount with a wallet of its currency: by fx_amount",
    given: context({ wallets: wallets("AUD", "USD") }),
    command: { currency: "USD", fx_amount: decimal("-8.00") },
    verdict: [...charged, "800 wallet → outside", ...entries],
  },
  {
    name: "a foreign amount without such a wallet: by amount",
    command: { currency: "USD", fx_amount: decimal("-8.00") },
    verdict: [...charged, "1200 wallet → outside", ...entries],
  },
  {
    name: "the business's own currency with the same fx_amount",
    command: { currency: "AUD", fx_amount: decimal("-12.000") },
    verdict: [...charged, "1200 wallet → outside", ...entries],
  },
]

const item = { amount: decimal("12"), category_id: "meals" }

const refused: ReadonlyArray<Row> = [
  {
    name: "an unknown user, before an unknown budget",
    command: { user_id: 9, budget_id: "budget-9" },
    verdict: "UnknownReference",
  },
  {
    name: "an unknown budget, before an unknown category",
    command: { budget_id: "budget-9", line_items: [{ ...item, category_id: "gone" }] },
    verdict: "UnknownReference",
  },
  {
    name: "an unknown category, before decimals",
    command: { amount: decimal("-0.001"), line_items: [{ ...item, category_id: "gone" }] },
    verdict: "UnknownReference",
  },
  {
    name: "an unknown category, before an unknown tax rate",
    command: { line_items: [{ ...item, category_id: "gone", tax_rate_id: "gone" }] },
    verdict: "UnknownReference",
  },
  {
    name: "an unknown tax rate, before decimals",
    command: { line_items: [{ ...item, amount: decimal("1.001"), tax_rate_id: "gone" }] },
    verdict: "UnknownReference",
  },
  {
    name: "a deleted category",
    given: context({ categories: [aCategory("meals", { is_deleted: true })] }),
    command: { line_items: [item] },
    verdict: "UnknownReference",
  },
  {
    name: "decimals of a line item, before a missing fx_amount",
    command: { currency: "USD", line_items: [{ ...item, amount: decimal("1.001") }] },
    verdict: "TooManyDecimals",
  },
  {
    name: "decimals of a line item's gst",
    command: { line_items: [{ ...item, gst_amount: decimal("1.001") }] },
    verdict: "TooManyDecimals",
  },
  {
    name: "decimals of amount, before a date in the future",
    command: { amount: decimal("-12.001"), auth_date: later },
    verdict: "TooManyDecimals",
  },
  {
    name: "decimals of fx_amount, by its own currency",
    command: { currency: "JPY", fx_amount: decimal("-800.5") },
    verdict: "TooManyDecimals",
  },
  { name: "decimals of gst", command: { gst: decimal("1.001") }, verdict: "TooManyDecimals" },
  {
    name: "a foreign amount without fx_amount, before a date in the future",
    command: { currency: "USD", auth_date: later },
    verdict: "FxAmountRequired",
  },
  {
    name: "another fx_amount in the same currency, also of another sign",
    command: { fx_amount: decimal("12"), auth_date: later },
    verdict: "FxAmountDiffers",
  },
  {
    name: "a foreign amount of the other sign",
    command: { currency: "USD", fx_amount: decimal("8"), auth_date: later },
    verdict: "FxSignDiffers",
  },
  {
    name: "a date later than now, before the order of dates",
    command: { auth_date: later, cleared_date: "2026-11-20T10:00:00.000Z" },
    verdict: "DateInFuture",
  },
  {
    name: "a cleared date later than now",
    command: { cleared_date: later },
    verdict: "DateInFuture",
  },
  {
    name: "a cleared date before the authorisation",
    command: { cleared_date: "2026-11-20T09:59:59.999Z" },
    verdict: "ClearedBeforeAuth",
  },
  {
    name: "a cleared date of a transaction that is not CLEARED",
    command: { status: "AUTHED", cleared_date: "2026-11-20T10:00:00.000Z" },
    verdict: "ClearedDateNotAllowed",
  },
]

describe("decideRecord", () => {
  test.each(accepted)("records $name", ({ given = context(), command: fields, verdict }) => {
    expect(moved(decideRecord(given, command(fields)))).toEqual(verdict)
  })

  test.each(refused)("refuses $name", ({ given = context(), command: fields, verdict }) => {
    expect(refusal(decideRecord(given, command(fields)))._tag).toBe(verdict)
  })

  test.each([
    ["category", { category_id: "gone", tax_rate_id: "gone" }],
    ["tax rate", { tax_rate_id: "gone", gst_amount: decimal("1.001") }],
  ])("refuses an unknown %s, and names it, before the rules that rank below", (what, fields) => {
    const result = decideRecord(context(), command({ line_items: [{ ...item, ...fields }] }))
    expect(refusal(result)).toMatchObject({ what, id: "gone" })
  })

  test("uses and shows the tax rate of a line item", () => {
    const line_items = [{ ...item, tax_rate_id: "rate-1" }]
    const result = decideRecord(context({ tax_rates: [aTaxRate()] }), command({ line_items }))
    const { transaction } = Result.getOrThrow(result).result
    expect(transaction.line_items[0]?.tax_rate).toEqual(showTaxRate(aTaxRate()))
  })

  test("reports the pointer of the error", () => {
    const result = decideRecord(
      context(),
      command({ line_items: [item, { ...item, category_id: "gone" }] }),
    )
    expect(refusal(result)).toMatchObject({
      pointer: "/line_items/1/category_id",
      id: "gone",
    })
  })

  test("counts each movement on its own UTC day", () => {
    const result = decideRecord(context(), command({ cleared_date: "2026-11-21T09:00:00.000Z" }))
    expect(days(result)).toEqual(["2026-11-20", "2026-11-20", "2026-11-20", "2026-11-21"])
  })

  test("writes the row as requested, and cleared_date defaults to auth_date", () => {
    const fullCommand = command({
      gst: decimal("1.09"),
      attendees: ["Pat"],
      receipt_urls: ["https://r.example/1.pdf"],
      custom_fields: [{ field_name: "Project", entry_text: "Perth" }],
      line_items: [item],
    })
    expect(written(decideRecord(context(), fullCommand))).toEqual({
      ...aTransaction(),
      status: "CLEARED",
      expense_status: "COMPLETE",
      cleared_date: "2026-11-20T10:00:00.000Z",
      gst: 109,
      attendees: ["Pat"],
      receipt_urls: ["https://r.example/1.pdf"],
      custom_fields: [{ custom_field_id: null, field_name: "Project", entry_text: "Perth" }],
      line_items: [
        {
          id: "item-1",
          amount: 1200,
          gst_amount: 0,
          category_id: "meals",
          description: "",
          custom_fields: [],
          tax_rate_id: null,
        },
      ],
      created: now,
      updated: now,
    })
  })

  test("returns the first transaction of the external_id, even if other fields differ", () => {
    const given = context({ transactions: [aTransaction()] })
    const result = decideRecord(given, command({ amount: decimal("-1.001"), user_id: 9 }))
    expect(verdict(result)).toEqual([])
    expect(Result.getOrThrow(result).result).toMatchObject({
      created: false,
      transaction: { id: "transaction-1", status: "AUTHED", amount: -1200, user: { id: 2 } },
    })
  })
})

describe("decideRecords", () => {
  test("sees earlier changes of the batch; a refused transaction does not affect others", () => {
    const result = decideRecords(limited(), [
      command(),
      command({ external_id: "ext-2", id: "transaction-2", amount: decimal("-1.001") }),
      command({ external_id: "ext-3", id: "transaction-3", amount: decimal("-3") }),
      command({ id: "transaction-4", amount: decimal("-5") }),
    ])
    expect(verdict(result)).toEqual([
      "transactions created",
      "transactions created",
      "budgets available_amount=8500 spent_amount=1500",
      "budget_members available_amount=2500 spent_amount=1500",
      "1200 wallet → outside",
      "1200 budget:budget-1:available → budget:budget-1:spent",
      "1200 member:2:available → member:2:spent",
      "300 wallet → outside",
      "300 budget:budget-1:available → budget:budget-1:spent",
      "300 member:2:available → member:2:spent",
      "event transaction.recorded",
      "event transaction.recorded",
    ])
    expect(
      Result.getOrThrow(result).result.map((outcome) =>
        Result.isFailure(outcome) ? outcome.failure._tag : outcome.success.created,
      ),
    ).toEqual([true, "TooManyDecimals", true, false])
  })
})
