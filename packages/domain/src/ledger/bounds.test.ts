import { Result } from "effect"
import { describe, expect, test } from "vitest"
import {
  aBudget,
  aBusiness,
  aMember,
  anActor,
  aTopup,
  aTransaction,
  decimal,
  judge,
  now,
  refusal,
  verdict,
} from "../../test/given.ts"
import { context } from "../../test/transactions.ts"
import type { MemberContext } from "../budget-members/context.ts"
import { decideMember, decideMemberUpdate } from "../budget-members/rules/membership.ts"
import { decideMemberRemoval } from "../budget-members/rules/removal.ts"
import { rollForward } from "../budgets/rules/periods.ts"
import type { Decision } from "../core/decision.ts"
import { maxBalance, money } from "../core/money.ts"
import type { Budget } from "../core/records/budgets.ts"
import { decideOnTopup, decideTopup, type TopupContext } from "../topups/rules.ts"
import { decideAuthorisation } from "../transactions/rules/authorisation.ts"
import { decideExpense } from "../transactions/rules/expense.ts"
import { decideClear, decideRefund, decideReverse } from "../transactions/rules/life-cycle.ts"
import { decideRecord, decideRecords } from "../transactions/rules/record.ts"

const maxMoney = money(maxBalance)
const minMoney = money(-maxBalance)
const has = (available_amount: number, fields: Partial<Budget> = {}) =>
  aBudget({ available_amount: money(available_amount), ...fields })
const limits = { has_member_limits: true }
const member = aMember(5, { user_id: 2, available_amount: money(0), reset_amount: money(0) })

const topups = (fields: Partial<TopupContext>): TopupContext => ({
  business: aBusiness(),
  budget: aBudget(),
  member: null,
  topup: aTopup({ budget_member_id: fields.member?.id ?? null }),
  policies: [],
  people: [],
  approvers: { owners: [], admins: [] },
  ...fields,
})
const targetOf = ({ member }: TopupContext) => ({
  client_id: 7,
  budget_id: "budget-1",
  budget_member_id: member?.id ?? null,
})
const admin = anActor(9, true)
const topUp = (fields: Partial<TopupContext>, amount = "0.01", auto_approve?: boolean) => {
  const given = topups({ ...fields, topup: null })
  return decideTopup(given, {
    ...{ id: "topup-1", description: "More", actor: admin, now },
    ...{ target: targetOf(given), amount: decimal(amount), auto_approve },
  })
}
const approve = (fields: Partial<TopupContext>) => {
  const given = topups(fields)
  const target = targetOf(given)
  return decideOnTopup(given, { action: "approve", topup_id: "topup-1", target, actor: admin, now })
}

const members = (fields: Partial<MemberContext>): MemberContext => ({
  business: aBusiness(),
  budget: has(0, { ...limits, reset_amount: money(0) }),
  members: [member, aMember(6)],
  pending_topups: [],
  users: [],
  invites: [],
  roles: [],
  ...fields,
})
const join = (budget: Budget, amount = "0.01") => {
  const named = { user: { id: 7 }, reset_amount: decimal(amount) }
  const users = context().users.map((user) => ({ ...user, id: 7 }))
  return decideMember(members({ budget, users }), { budget_id: "budget-1", id: 50, now, ...named })
}
const key = { client_id: 7, budget_id: "budget-1", budget_member_id: 5 }
const patch = (budget: Budget) =>
  decideMemberUpdate(members({ budget }), key, { reset_amount: decimal("0.01") }, now)

const wallet = (balance: number) => ({ wallets: [{ currency: "AUD", balance }] })
const debit = (fields: Parameters<typeof context>[0], amount = "-0.01") =>
  decideRecord(context(fields), {
    ...{ external_id: "ext-1", id: "transaction-1", merchant_name: "Harbour Kitchen", now },
    ...{ transaction_type: "CARD_TRANSACTION", status: "CLEARED", line_item_ids: [] },
    ...{ auth_date: now, amount: decimal(amount), user_id: 2, budget_id: "budget-1" },
  })
const authorise = (fields: Parameters<typeof context>[0]) =>
  decideAuthorisation(context(fields), {
    ...{ external_id: "ext-1", id: "transaction-1", line_item_id: "item-1", now },
    ...{ user_id: 2, budget_id: "budget-1", merchant_name: "Harbour Kitchen" },
    amount: decimal("1"),
  })
const contextOfHold = (fields: Parameters<typeof context>[0]) =>
  context({ transactions: [aTransaction({ amount: money(-1), fx_amount: money(-1) })], ...fields })
const spent = (fields: Parameters<typeof context>[0]) => {
  const status = { status: "CLEARED", cleared_date: now } as const
  const amounts = { amount: money(-1), fx_amount: money(-1) }
  return context({ transactions: [aTransaction({ ...status, ...amounts })], ...fields })
}
const moving = { transaction_id: "transaction-1", now }

type Verdict = Result.Result<
  Decision<unknown>,
  { readonly _tag: string; readonly message: string; readonly pointer?: string }
>

/** Commands that just fit, and commands that are a cent too much. */
const rows: ReadonlyArray<readonly [string, fits: Verdict, tooMuch: Verdict]> = [
  ["a topup of a budget", topUp({ budget: has(maxBalance - 1) }), topUp({ budget: has(maxMoney) })],
  [
    "a topup of a member, by the budget's balance",
    topUp({ member, budget: has(maxBalance - 1, limits) }),
    topUp({ member, budget: has(maxMoney, limits) }),
  ],
  [
    "a topup of a member, by the member's balance",
    topUp({ member, budget: has(0, limits) }),
    topUp({ member: { ...member, available_amount: maxMoney }, budget: has(0, limits) }),
  ],
  [
    "a pending topup",
    topUp({ budget: has(maxBalance - 1) }, "0.01", false),
    topUp({ budget: has(maxMoney) }, "0.01", false),
  ],
  ["an approval", approve({ budget: has(maxBalance - 500) }), approve({ budget: has(maxMoney) })],
  [
    "a new member, by the budget's available amount",
    join(has(maxBalance - 1, limits)),
    join(has(maxMoney, limits)),
  ],
  [
    "a new member, by the budget's reset amount",
    join(has(0, { ...limits, reset_amount: money(maxBalance - 1) })),
    join(has(0, { ...limits, reset_amount: maxMoney })),
  ],
  [
    "a member's new reset_amount",
    patch(has(maxMoney, { ...limits, reset_amount: money(maxBalance - 1) })),
    patch(has(maxMoney, { ...limits, reset_amount: maxMoney })),
  ],
  ["a debit, by the wallet", debit(wallet(1 - maxBalance)), debit(wallet(minMoney))],
  [
    "a credit, by the wallet",
    debit(wallet(maxBalance - 1), "0.01"),
    debit(wallet(maxMoney), "0.01"),
  ],
  [
    "a debit, by the budget's available amount",
    debit({ budgets: [has(1 - maxBalance)] }),
    debit({ budgets: [has(minMoney)] }),
  ],
  [
    "a debit, by the budget's spent amount",
    debit({ budgets: [has(0, { spent_amount: money(maxBalance - 1) })] }),
    debit({ budgets: [has(0, { spent_amount: maxMoney })] }),
  ],
  [
    "a debit, by the member's spent amount",
    debit({ members: [aMember(2, { spent_amount: money(maxBalance - 1) })] }),
    debit({ members: [aMember(2, { spent_amount: maxMoney })] }),
  ],
  ["an authorisation", authorise(wallet(100 - maxBalance)), authorise(wallet(minMoney))],
  [
    "a clearing of more than the hold",
    decideClear(contextOfHold(wallet(1 - maxBalance)), { ...moving, amount: decimal("0.02") }),
    decideClear(contextOfHold(wallet(minMoney)), { ...moving, amount: decimal("0.02") }),
  ],
  [
    "a reversal",
    decideReverse(contextOfHold(wallet(maxBalance - 1)), moving),
    decideReverse(contextOfHold(wallet(maxMoney)), moving),
  ],
  [
    "a refund",
    decideRefund(spent(wallet(maxBalance - 1)), moving),
    decideRefund(spent(wallet(maxMoney)), moving),
  ],
  [
    "an expense that leaves its budget",
    decideExpense(spent({}), { ...moving, budget_id: null, line_item_ids: [] }),
    decideExpense(spent({ budgets: [has(maxMoney)] }), {
      ...{ ...moving, budget_id: null, line_item_ids: [] },
    }),
  ],
]

describe("a balance stays within its bound", () => {
  test.each(rows)("%s", (_, fits, tooMuch) => {
    expect(Result.isSuccess(fits)).toBe(true)
    const { message } = refusal(tooMuch)
    judge(tooMuch, { verdict: "AmountOutOfRange" })
    expect(message).toMatch(/ would exceed ±9999999999999\.99 AUD\.$/u)
  })

  test("the refusal has the pointer of the amount, if the request has one", () => {
    expect(refusal(topUp({ budget: has(maxMoney) }))).toMatchObject({ pointer: "/amount" })
    expect(refusal(join(has(maxMoney, limits)))).toMatchObject({ pointer: "/reset_amount" })
    expect(refusal(approve({ budget: has(maxMoney) }))).not.toHaveProperty("pointer")
  })

  test("a shortage is reported before a balance out of bounds", () => {
    expect(refusal(topUp({ budget: has(minMoney) }, "-1"))._tag).toBe("InsufficientFunds")
  })
})

test("a refused line of a batch moves nothing, and later lines succeed", () => {
  const line = (n: number, amount: string) => ({
    ...{ external_id: `ext-${n}`, id: `transaction-${n}`, merchant_name: "M", now },
    ...({ transaction_type: "CARD_TRANSACTION", status: "CLEARED", line_item_ids: [] } as const),
    ...{ auth_date: now, amount: decimal(amount), user_id: 2, budget_id: "budget-1" },
  })
  const given = context(wallet(10 - maxBalance))
  const decision = Result.getOrThrow(
    decideRecords(given, [line(1, "-0.06"), line(2, "-0.05"), line(3, "-0.04")]),
  )
  expect(decision.result.map((each) => Result.isSuccess(each))).toEqual([true, false, true])
  expect(verdict(Result.succeed(decision))).toEqual([
    "transactions created",
    "transactions created",
    "budgets available_amount=9990 spent_amount=10",
    "budget_members spent_amount=10",
    ...[6, 4].flatMap((amount) => [
      `${amount} wallet → outside`,
      `${amount} budget:budget-1:available → budget:budget-1:spent`,
      `${amount} allocations → member:2:spent`,
    ]),
    "event transaction.recorded",
    "event transaction.recorded",
  ])
})

describe("amounts and entries stop at the bound if they cannot be refused", () => {
  const roll = (budget: Budget, of: ReadonlyArray<typeof member>) => {
    const { budget: _, ...parts } = rollForward(
      "AUD",
      budget,
      of,
      "2026-12-01T00:00:00.000Z",
      () => ({}),
    )
    return Result.succeed({ result: undefined, ...parts })
  }
  const rollover = { rollover_funds: true, reset_amount: money(10_000), spent_amount: money(0) }
  const december =
    "current_period_start=2026-12-01T00:00:00.000Z current_period_end=2026-12-31T23:59:59.999Z"

  test("the end of a period with rollover", () => {
    judge(roll(has(maxBalance - 1, rollover), []), {
      verdict: [
        `budgets available_amount=${maxBalance} ${december}`,
        "1 allocations → budget:budget-1:available",
        "event budget.period_reset",
      ],
    })
    judge(roll(has(maxMoney, rollover), []), {
      verdict: [`budgets ${december}`, "event budget.period_reset"],
    })
  })

  test("the end of a period for members with limits", () => {
    const rich = { ...member, available_amount: money(maxBalance - 3), reset_amount: money(9) }
    judge(roll(has(0, { ...rollover, ...limits }), [rich]), {
      verdict: [
        `budgets available_amount=10000 ${december}`,
        `budget_members available_amount=${maxBalance}`,
        "10000 allocations → budget:budget-1:available",
        "3 allocations → member:5:available",
        "event budget.period_reset",
      ],
    })
  })

  test("the removal of a member, if it would exceed the budget's lower bound", () => {
    const rich = { ...member, available_amount: maxMoney }
    const given = members({ budget: has(-9, limits), members: [rich, aMember(6)] })
    judge(decideMemberRemoval(given, key, now), {
      verdict: [
        "budget_members is_deleted=true available_amount=0",
        `budgets available_amount=${minMoney}`,
        `${maxBalance - 9} budget:budget-1:available → allocations`,
        `${maxBalance} member:5:available → allocations`,
        "event budget_member.deleted",
      ],
    })
  })
})
