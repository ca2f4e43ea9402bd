import { Result } from "effect"
import { describe, expect, test } from "vitest"
import {
  aBudget,
  aMember,
  aTransaction,
  aUser,
  decimal,
  now,
  refusal,
  verdict,
} from "../../../test/given.ts"
import { context, moved, october, written } from "../../../test/transactions.ts"
import { endedPeriods } from "../../budget-periods/rules.ts"
import { money } from "../../core/money.ts"
import type { BudgetMember } from "../../core/records/budget-members.ts"
import type { BudgetPeriod } from "../../core/records/budget-periods.ts"
import type { Transaction, UpdateTransaction } from "../../core/records/transactions.ts"
import type { TransactionContext } from "../context.ts"
import { decideExpense, type ExpenseCommand } from "./expense.ts"

const command = (fields: Partial<ExpenseCommand> = {}): ExpenseCommand => ({
  transaction_id: "transaction-1",
  line_item_ids: ["item-1", "item-2"],
  now,
  ...fields,
})

const second = aBudget({ id: "budget-2", has_member_limits: true })
const given = (
  fields: Partial<Transaction> = {},
  more: Partial<TransactionContext> = {},
): TransactionContext =>
  context({
    transactions: [aTransaction(fields)],
    budgets: [aBudget(), second],
    users: [aUser(2), aUser(3), aUser(4, { is_deleted: true })],
    members: [aMember(2), aMember(3), aMember(32, { budget_id: "budget-2", user_id: 2 })],
    ...more,
  })

const outOfFirst = [
  "1200 budget:budget-1:spent → budget:budget-1:available",
  "1200 member:2:spent → allocations",
]
const intoSecond = [
  "1200 budget:budget-2:available → budget:budget-2:spent",
  "1200 member:32:available → member:32:spent",
]
const firstBudget = "budgets available_amount=11200 spent_amount=-1200"
const secondBudget = "budgets available_amount=8800 spent_amount=1200"
const firstMember = "budget_members spent_amount=-1200"
const secondMember = "budget_members available_amount=-1200 spent_amount=1200"

const moves: ReadonlyArray<{
  readonly name: string
  readonly given?: TransactionContext
  readonly command: Partial<ExpenseCommand>
  readonly verdict: ReadonlyArray<string>
}> = [
  {
    name: "the spending to another budget",
    command: { budget_id: "budget-2" },
    verdict: [firstBudget, secondBudget, firstMember, secondMember, ...outOfFirst, ...intoSecond],
  },
  {
    name: "the spending out of the budgets",
    command: { budget_id: null },
    verdict: [firstBudget, firstMember, ...outOfFirst],
  },
  {
    name: "the spending of a member to another one",
    command: { user_id: 3 },
    verdict: [
      "budget_members spent_amount=-1200",
      "budget_members spent_amount=1200",
      "1200 member:2:spent → allocations",
      "1200 allocations → member:3:spent",
    ],
  },
  {
    name: "the spending of a member to no user",
    command: { user_id: null },
    verdict: [firstMember, "1200 member:2:spent → allocations"],
  },
  {
    name: "the spending into a budget",
    given: given({ budget_id: null, budget_member_id: null }),
    command: { budget_id: "budget-2" },
    verdict: [secondBudget, secondMember, ...intoSecond],
  },
  {
    name: "only the amount that a refund left",
    given: given({
      status: "CLEARED",
      refunded_amount: money(1_000),
      refunded_fx_amount: money(1_000),
    }),
    command: { budget_id: null },
    verdict: [
      "budgets available_amount=10200 spent_amount=-200",
      "budget_members spent_amount=-200",
      "200 budget:budget-1:spent → budget:budget-1:available",
      "200 member:2:spent → allocations",
    ],
  },
  {
    name: "spending of an earlier period into the current one of another budget",
    given: given(
      { auth_date: "2026-10-20T10:00:00.000Z" },
      {
        budgets: [aBudget({ period_number: 2, rolled_from: 2 }), second],
        periods: endedPeriods([october({ spent_amount: money(1_200) })]),
      },
    ),
    command: { budget_id: "budget-2" },
    verdict: [
      secondBudget,
      secondMember,
      outOfFirst[0] ?? "",
      "1200 budget:budget-1:available → allocations",
      outOfFirst[1] ?? "",
      ...intoSecond,
    ],
  },
  ...(["REVERSED", "REFUNDED", "DECLINED"] as const).map((status) => ({
    name: `nothing if the transaction is ${status}`,
    given: given({
      status,
      refunded_amount: money(status === "REFUNDED" ? 1_200 : 0),
    }),
    command: { budget_id: "budget-2" },
    verdict: [],
  })),
  {
    name: "nothing if budget and user stay",
    command: { budget_id: "budget-1", user_id: 2 },
    verdict: [],
  },
  {
    name: "nothing if budget and user are absent",
    command: { merchant_name: "Other" },
    verdict: [],
  },
]

describe("decideExpense", () => {
  test.each(moves)("moves $name", ({ given: context = given(), command: fields, verdict }) => {
    expect(moved(decideExpense(context, command(fields)))).toEqual(verdict)
  })

  test("replaces the given fields, and leaves the rest unchanged", () => {
    const before = aTransaction({
      attendees: ["Pat"],
      receipt_urls: ["https://r.example/1.pdf"],
      custom_fields: [{ custom_field_id: "f1", field_name: "Project", entry_text: "Perth" }],
    })
    const result = decideExpense(
      given({}, { transactions: [before] }),
      command({
        merchant_name: "Other",
        attendees: [],
        gst: decimal("1.09"),
        line_items: [{ amount: decimal("12"), gst_amount: decimal("1.09"), category_id: "meals" }],
      }),
    )
    expect(written(result)).toEqual({
      ...before,
      expense_status: "COMPLETE",
      merchant_name: "Other",
      attendees: [],
      gst: 109,
      line_items: [
        {
          id: "item-1",
          amount: 1200,
          gst_amount: 109,
          category_id: "meals",
          description: "",
          custom_fields: [],
          tax_rate_id: null,
        },
      ],
      updated: now,
    })
    expect(verdict(result)).toContain("event transaction.updated")
  })

  test("sets the membership of the new budget, or none", () => {
    const into = (budget_id: string | null) =>
      written(decideExpense(given(), command({ budget_id }))).budget_member_id
    expect([into("budget-2"), into(null)]).toEqual([32, null])
  })

  test.each<readonly [string, UpdateTransaction]>([
    ["no field is present", {}],
    [
      "all values are equal",
      { merchant_name: "Harbour Kitchen", gst: decimal("0"), budget_id: "budget-1" },
    ],
    ["the line items are equal", { line_items: [{ amount: decimal("12.00") }] }],
  ])("changes nothing if %s", (_, patch) => {
    const item = {
      ...{ id: "item-0", amount: money(1_200), gst_amount: money(0), category_id: null },
      ...{ description: "", custom_fields: [], tax_rate_id: null },
    }
    const result = decideExpense(given({ line_items: [item] }), command(patch))
    expect(verdict(result)).toEqual([])
    expect(Result.getOrThrow(result).result).toMatchObject({
      updated: aTransaction().updated,
      line_items: [{ id: "item-0" }],
    })
  })

  test("accepts the current user and budget after their deletion", () => {
    const context = given(
      {},
      {
        users: [aUser(2, { is_deleted: true })],
        budgets: [aBudget({ is_deleted: true })],
      },
    )
    const same = { user_id: 2, budget_id: "budget-1", merchant_name: "Other" }
    expect(moved(decideExpense(context, command(same)))).toEqual([])
  })

  test.each([
    {
      name: "a missing transaction, before an unknown user",
      given: given({}, { transactions: [] }),
      command: { user_id: 9 },
      verdict: "NotFound",
    },
    {
      name: "an unknown user, before an unknown budget",
      command: { user_id: 9, budget_id: "budget-9" },
      verdict: "UnknownReference",
      pointer: "/user_id",
    },
    {
      name: "a deleted user",
      command: { user_id: 4 },
      verdict: "UnknownReference",
      pointer: "/user_id",
    },
    {
      name: "an unknown budget, before an unknown category",
      command: {
        budget_id: "budget-9",
        line_items: [{ amount: decimal("1"), category_id: "gone" }],
      },
      verdict: "UnknownReference",
      pointer: "/budget_id",
    },
    {
      name: "a deleted budget",
      given: given({}, { budgets: [aBudget(), { ...second, is_deleted: true }] }),
      command: { budget_id: "budget-2" },
      verdict: "UnknownReference",
      pointer: "/budget_id",
    },
    {
      name: "an unknown category, before decimals of gst",
      command: {
        gst: decimal("1.001"),
        line_items: [{ amount: decimal("1"), category_id: "gone" }],
      },
      verdict: "UnknownReference",
      pointer: "/line_items/0/category_id",
    },
    {
      name: "decimals of a line item",
      command: { line_items: [{ amount: decimal("1.001") }] },
      verdict: "TooManyDecimals",
      pointer: "/line_items/0/amount",
    },
    {
      name: "decimals of gst",
      command: { gst: decimal("1.001") },
      verdict: "TooManyDecimals",
      pointer: "/gst",
    },
  ])("refuses $name", ({ given: context = given(), command: fields, verdict, pointer }) => {
    const found = refusal(decideExpense(context, command(fields)))
    expect(found._tag).toBe(verdict)
    if (pointer !== undefined) expect(found).toMatchObject({ pointer })
  })
})

describe("an earlier period in which a charge moves between members", () => {
  const charged = { spent_amount: money(1_200), moved_amount: money(1_200) }
  test.each<readonly [string, Partial<BudgetPeriod>, ReadonlyArray<BudgetMember>, object | null]>([
    [
      "has no event if both are members",
      { spent_amount: money(1_200) },
      [aMember(2), aMember(3)],
      null,
    ],
    [
      "has one event with both changes if one of them has left",
      charged,
      [aMember(2, { is_deleted: true }), aMember(3)],
      { moved_amount: 1_200, closing_amount: 10_000, restated: false },
    ],
  ])("%s", (_, period, members, previous) => {
    const decided = decideExpense(
      given(
        { auth_date: "2026-10-20T10:00:00.000Z" },
        {
          budgets: [aBudget({ has_member_limits: true, period_number: 2, rolled_from: 2 })],
          ...{ periods: endedPeriods([october(period)]), members },
        },
      ),
      command({ user_id: 3 }),
    )
    const events = Result.getOrThrow(decided).events.filter(
      ({ type }) => type === "budget.period_restated",
    )
    expect(events.map((event) => event.previous)).toEqual(previous === null ? [] : [previous])
    for (const { data } of events) expect(data).toMatchObject({ spent_amount: 1_200 })
  })
})
