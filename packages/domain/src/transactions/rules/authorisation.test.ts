import { Result } from "effect"
import { describe, expect, test } from "vitest"
import {
  aBudget,
  aBusiness,
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
  inNovember,
  limited,
  moved,
  wallets,
  written,
} from "../../../test/transactions.ts"
import { money } from "../../core/money.ts"
import type { TransactionContext } from "../context.ts"
import { type AuthoriseCommand, decideAuthorisation } from "./authorisation.ts"

const command = (fields: Partial<AuthoriseCommand> = {}): AuthoriseCommand => ({
  external_id: "ext-1",
  user_id: 2,
  budget_id: "budget-1",
  amount: decimal("12"),
  currency: "AUD",
  merchant_name: "Harbour Kitchen",
  id: "transaction-1",
  line_item_id: "item-1",
  now,
  ...fields,
})

const decisionOf = (given: TransactionContext, fields: Partial<AuthoriseCommand> = {}) =>
  Result.getOrThrow(decideAuthorisation(given, command(fields))).result

const ann = { display_name: "Ann Lee" }

/** Context with `hold_to_wallet` and this wallet balance in minor units. */
const toWallet = (balance: number, fields: Partial<TransactionContext> = {}) =>
  context({
    business: aBusiness({
      features: { expense_assistant: true, itemised_tax: false, hold_to_wallet: true },
    }),
    wallets: [{ currency: "AUD", balance }],
    ...fields,
  })

/** Each row also violates every rule that ranks below it. */
const poor = aBudget({ available_amount: money(0), limit_categories: true, categories: [] })
const bills = aUser(2, { ...ann, payment_types: ["bills"] })
const declined: ReadonlyArray<{
  readonly code: string
  readonly given: TransactionContext
  readonly says: string
}> = [
  {
    code: "user_deleted",
    given: context({
      users: [{ ...bills, is_deleted: true }],
      budgets: [{ ...poor, is_deleted: true }],
      members: [],
    }),
    says: "12.00 AUD requested by Ann Lee, who is deleted.",
  },
  {
    code: "budget_deleted",
    given: context({ users: [bills], budgets: [{ ...poor, is_deleted: true }], members: [] }),
    says: "12.00 AUD requested from Travel, a budget that is deleted.",
  },
  {
    code: "not_a_member",
    given: context({
      users: [bills],
      budgets: [poor],
      members: [aMember(2, { is_deleted: true })],
    }),
    says: "12.00 AUD requested by Ann Lee, who is not a member of Travel.",
  },
  {
    code: "payment_type_not_allowed",
    given: context({ users: [bills], budgets: [poor] }),
    says: "12.00 AUD requested by card by Ann Lee, who may pay by bills only.",
  },
  {
    code: "category_not_allowed",
    given: context({ budgets: [poor] }),
    says: "12.00 AUD requested for Meals, a category that Travel does not allow.",
  },
  {
    code: "category_not_allowed",
    given: context({
      budgets: [aBudget({ available_amount: money(0) })],
      categories: [aCategory("meals", { name: "Meals", enabled: false })],
    }),
    says: "12.00 AUD requested for Meals, a category that is disabled.",
  },
  {
    code: "insufficient_funds",
    given: context({
      budgets: [aBudget({ available_amount: money(750), categories: ["meals"] })],
    }),
    says: "12.00 AUD requested, 7.50 AUD available to Ann Lee in Travel until 30 November 2026.",
  },
  {
    code: "insufficient_funds",
    given: limited({ members: [aMember(2, { available_amount: money(1_199) })] }),
    says: "12.00 AUD requested, 11.99 AUD available to Ann Lee in Travel until 30 November 2026.",
  },
  {
    code: "insufficient_funds",
    given: limited({
      members: [aMember(2, { available_amount: money(100) })],
      budgets: [
        aBudget({
          has_member_limits: true,
          reset_period: "NEVER",
          current_period_end: null,
        }),
      ],
    }),
    says: "12.00 AUD requested, 1.00 AUD available to Ann Lee in Travel.",
  },
  {
    code: "insufficient_funds",
    given: toWallet(1_199, { budgets: [aBudget({ available_amount: money(1_199) })] }),
    says: "12.00 AUD requested, 11.99 AUD available to Ann Lee in Travel until 30 November 2026.",
  },
  {
    code: "insufficient_wallet",
    given: toWallet(1_199),
    says: "12.00 AUD requested, 11.99 AUD in the wallet.",
  },
]

const item = { category_id: "meals" }

describe("decideAuthorisation", () => {
  test.each(declined)("declines with $code: $says", ({ code, given, says }) => {
    const result = decideAuthorisation(given, command(item))
    expect(Result.getOrThrow(result).result).toMatchObject({
      approved: false,
      decline_code: code,
      explanation: says,
    })
    expect(verdict(result)).toEqual(["transactions created", "event transaction.declined"])
    expect(written(result)).toMatchObject({
      status: "DECLINED",
      decline_code: code,
      explanation: says,
      amount: -1200,
    })
  })

  test("approves the whole available amount, and holds it", () => {
    const given = limited({ members: [aMember(2, { available_amount: money(1_200) })] })
    const result = decideAuthorisation(given, command(item))
    expect(verdict(result)).toEqual([
      "transactions created",
      "budgets available_amount=8800 spent_amount=1200",
      "budget_members available_amount=0 spent_amount=1200",
      "1200 wallet → holds",
      "1200 budget:budget-1:available → budget:budget-1:spent",
      "1200 member:2:available → member:2:spent",
      "event transaction.authorised",
    ])
    expect(decisionOf(given, item)).toMatchObject({
      approved: true,
      decline_code: null,
      explanation:
        "12.00 AUD approved, 0.00 AUD left for Ann Lee in Travel until 30 November 2026.",
    })
  })

  test("writes a debit with one line item, which has the category", () => {
    const result = decideAuthorisation(context(), command(item))
    expect(written(result)).toEqual({
      ...aTransaction(),
      auth_date: now,
      explanation:
        "12.00 AUD approved, 88.00 AUD left for Ann Lee in Travel until 30 November 2026.",
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

  test("allows a category that the budget is limited to", () => {
    const given = context({
      budgets: [aBudget({ limit_categories: true, categories: ["meals"] })],
    })
    expect(decisionOf(given, item).approved).toBe(true)
  })

  test("holds a foreign amount in its wallet, and explains both amounts", () => {
    const given = context({ wallets: wallets("AUD", "USD") })
    const foreign = { currency: "USD", fx_amount: decimal("8") }
    expect(moved(decideAuthorisation(given, command(foreign)))).toContain("800 wallet → holds")
    expect(decisionOf(given, foreign).explanation).toMatch(/^12\.00 AUD \(8\.00 USD\) approved, /u)
  })

  test("is limited by the balance of its wallet if the business has the feature", () => {
    expect(decisionOf(toWallet(1_200)).approved).toBe(true)
    const foreign = { currency: "USD", fx_amount: decimal("8") }
    const usd = (balance: number) => [{ currency: "USD", balance }, ...wallets("AUD")]
    expect(decisionOf(toWallet(0, { wallets: usd(800) }), foreign).approved).toBe(true)
    expect(decisionOf(toWallet(0, { wallets: usd(799) }), foreign).explanation).toBe(
      "12.00 AUD (8.00 USD) requested, 7.99 USD in the wallet.",
    )
    expect(decisionOf(toWallet(1_199), foreign).decline_code).toBe("insufficient_wallet")
    expect(decisionOf(context(), {}).approved).toBe(true)
  })

  test.each([true, false])(
    "is limited by the current period and belongs to it, on any date (rollover: %s)",
    (rolled) => {
      const october = { auth_date: "2026-10-31T10:00:00.000Z" }
      const result = decideAuthorisation(inNovember(rolled), command(october))
      expect(moved(result)).toEqual([
        "budgets available_amount=8800 spent_amount=1200",
        "budget_members spent_amount=1200",
        "1200 wallet → holds",
        "1200 budget:budget-1:available → budget:budget-1:spent",
        "1200 allocations → member:2:spent",
      ])
      expect(written(result)).toMatchObject({ period_number: 2, member_stint: 1 })
      const given = inNovember(rolled, {}, { available_amount: money(0) })
      expect(decisionOf(given, october).decline_code).toBe("insufficient_funds")
    },
  )

  test("accepts a fare that is not known yet: 0 is approved and holds nothing", () => {
    const fare = { amount: decimal("0") }
    expect(moved(decideAuthorisation(context(), command(fare)))).toEqual([])
    const { approved, explanation, transaction } = decisionOf(context(), fare)
    expect([approved, transaction.status, transaction.amount]).toEqual([true, "AUTHED", 0])
    expect(explanation).toMatch(/^0\.00 AUD approved, /u)
  })

  test("is limited only by the member's own amount under member limits", () => {
    const given = limited({
      budgets: [aBudget({ has_member_limits: true, available_amount: money(-5_000) })],
    })
    expect(decisionOf(given, {})).toMatchObject({
      approved: true,
      explanation:
        "12.00 AUD approved, 28.00 AUD left for Ann Lee in Travel until 30 November 2026.",
    })
  })

  test.each([
    {
      name: "an unknown user, before an unknown budget",
      command: { user_id: 9, budget_id: "budget-9" },
      verdict: "UnknownReference",
      what: "user",
    },
    {
      name: "an unknown budget, before an unknown category",
      command: { budget_id: "budget-9", category_id: "gone" },
      verdict: "UnknownReference",
      what: "budget",
    },
    {
      name: "an unknown category, before decimals",
      command: { category_id: "gone", amount: decimal("1.001") },
      verdict: "UnknownReference",
      what: "category",
    },
    {
      name: "too many decimals, before a missing fx_amount",
      command: { amount: decimal("1.001"), currency: "USD" },
      verdict: "TooManyDecimals",
    },
    {
      name: "a missing fx_amount, before a date in the future",
      command: { currency: "USD", auth_date: "2026-11-22T00:00:00.000Z" },
      verdict: "FxAmountRequired",
    },
    {
      name: "another fx_amount, before a date in the future",
      command: { fx_amount: decimal("11"), auth_date: "2026-11-22T00:00:00.000Z" },
      verdict: "FxAmountDiffers",
    },
    {
      name: "a date in the future, even if it would be declined",
      command: { amount: decimal("1000"), auth_date: "2026-11-22T00:00:00.000Z" },
      verdict: "DateInFuture",
    },
  ])("refuses $name", ({ command: fields, verdict, what }) => {
    const found = refusal(decideAuthorisation(context(), command(fields)))
    expect(found._tag).toBe(verdict)
    if (what !== undefined) expect(found).toMatchObject({ what, pointer: `/${what}_id` })
  })

  test("returns the first decision again, even for a different request", () => {
    const first = aTransaction({
      status: "DECLINED",
      decline_code: "not_a_member",
      explanation: "Because.",
    })
    const result = decideAuthorisation(
      context({ transactions: [first] }),
      command({ user_id: 9, amount: decimal("0.001") }),
    )
    expect(verdict(result)).toEqual([])
    expect(Result.getOrThrow(result).result).toMatchObject({
      approved: false,
      decline_code: "not_a_member",
      explanation: "Because.",
      transaction: { id: "transaction-1" },
    })
  })

  test("refuses the external_id of a recorded transaction first", () => {
    const given = context({ transactions: [aTransaction()] })
    const found = refusal(decideAuthorisation(given, command({ user_id: 9 })))
    expect(found).toMatchObject({ _tag: "ExternalIdTaken", pointer: "/external_id" })
  })
})
