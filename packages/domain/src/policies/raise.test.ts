import { Result } from "effect"
import { describe, expect, test } from "vitest"
import {
  aBudget,
  aBusiness,
  aMember,
  aPolicy,
  aUser,
  decimal,
  now,
  refusal,
} from "../../test/given.ts"
import type { MemberContext } from "../budget-members/context.ts"
import { decideMember, decideMemberUpdate } from "../budget-members/rules/membership.ts"
import type { BudgetContext } from "../budgets/context.ts"
import { decideBudget } from "../budgets/rules/creation.ts"
import { decideBudgetUpdate } from "../budgets/rules/update.ts"
import type { Decision } from "../core/decision.ts"
import { money } from "../core/money.ts"
import type { Policy } from "../core/records/policies.ts"
import { decideRaise } from "./rules.ts"

/** Covers amounts above 100.00. */
const bound = aPolicy({ name: "Large ones", above_amount: money(10_000) })
const always = aPolicy({ name: "All" })
const elsewhere = aPolicy({ budget_id: "budget-9" })

describe("decideRaise", () => {
  const raise = (policies: ReadonlyArray<Policy>, before: number, amount: number) =>
    decideRaise(policies, {
      ...{ currency: "AUD", budget_id: "budget-1", before, amount, pointer: "/reset_amount" },
    })
  const rows: ReadonlyArray<
    readonly [string, ReadonlyArray<Policy>, number, number, "may" | "needs"]
  > = [
    ["any amount without a policy", [], 0, 99_999, "may"],
    ["the bound itself", [bound], 0, 10_000, "may"],
    ["a cent above the bound", [bound], 0, 10_001, "needs"],
    ["a raise by a cent above the bound", [bound], 10_001, 10_002, "needs"],
    ["an unchanged amount above the bound", [bound], 20_000, 20_000, "may"],
    ["a lowered amount above the bound", [bound], 20_000, 15_000, "may"],
    ["any amount if the bound is null", [always], 0, 1, "needs"],
    ["an unchanged amount of 0 if the bound is null", [always], 0, 0, "may"],
    ["an amount that another budget's policy covers", [elsewhere], 0, 99_999, "may"],
    [
      "an amount that the strictest of several policies covers",
      [elsewhere, bound, always],
      0,
      1,
      "needs",
    ],
  ]
  test.each(rows)("%s", (_, policies, before, amount, verdict) => {
    expect(Result.isSuccess(raise(policies, before, amount))).toBe(verdict === "may")
  })

  test("names the policy, the amount and the approvers", () => {
    const refused = Result.getOrThrow(Result.flip(raise([bound], 0, 10_001)))
    expect(refused).toMatchObject({ _tag: "NeedsApproval", pointer: "/reset_amount" })
    expect(refused.message).toMatch(/"Large ones" leaves AUD 100\.01|100\.01 AUD/u)
  })
})

const people = { users: [aUser(1), aUser(2), aUser(3)], invites: [], roles: [] }
const none = { categories: [], custom_fields: [], custom_field_options: [], links: [] }
const budgetContext = (fields: Partial<BudgetContext>): BudgetContext => ({
  ...{ business: aBusiness(), budget: null, members: [], owners: [], pending_topups: [] },
  ...people,
  ...none,
  ...fields,
})
const memberContext = (fields: Partial<MemberContext>): MemberContext => ({
  ...{ business: aBusiness(), budget: limited, members: [], pending_topups: [] },
  ...people,
  ...fields,
})

const limited = aBudget({ has_member_limits: true })
const shared = aBudget()
const someone = aMember(2, { reset_amount: money(5_000) })

/** Creates a budget of this amount, optionally with another error. */
const newBudget = (amount: string, fault: "none" | "sum" | "person" = "none") =>
  decideBudget(budgetContext({}), {
    ...{ client_id: 7, id: "budget-2", member_ids: [5], owner_ids: ["owner-1"], now },
    ...{ name: "Trips", reset_amount: decimal(amount), reset_period: "MONTHLY" },
    ...{ has_member_limits: fault === "sum", rollover_funds: false, policies: [bound] },
    members: [
      {
        user: { id: fault === "person" ? 99 : 2 },
        ...(fault === "sum" ? { reset_amount: decimal("1") } : {}),
      },
    ],
    owners: [{ user: { id: 1 } }],
  })

const key = { client_id: 7, budget_id: "budget-1" }
const changedBudget = (amount: string, fields: object = {}, budget = shared) =>
  decideBudgetUpdate(
    budgetContext({ budget }),
    key,
    { reset_amount: decimal(amount), ...fields },
    now,
    [bound],
  )

const newMember = (amount: string, context: Partial<MemberContext> = {}, id = 3) =>
  decideMember(memberContext(context), {
    ...{ budget_id: "budget-1", id: 7, now, user: { id }, reset_amount: decimal(amount) },
    policies: [bound],
  })

const changedMember = (amount: string, context: Partial<MemberContext> = {}) =>
  decideMemberUpdate(
    memberContext({ members: [someone], ...context }),
    { ...key, budget_member_id: 2 },
    { reset_amount: decimal(amount) },
    now,
    [bound],
  )

type Verdict = Result.Result<Decision<unknown>, { readonly _tag: string; readonly message: string }>

const deletedMember = { ...someone, is_deleted: true }
const rows: ReadonlyArray<readonly [string, Verdict, string]> = [
  ["a new budget up to the bound", newBudget("100"), "may"],
  ["a new budget above the bound", newBudget("100.01"), "NeedsApproval"],
  [
    "a new budget above the bound, before an unknown person",
    newBudget("101", "person"),
    "NeedsApproval",
  ],
  ["a wrong sum of a new budget, before the bound", newBudget("101", "sum"), "MemberSumDiffers"],
  ["a raised reset_amount", changedBudget("100.01"), "NeedsApproval"],
  [
    "a raised reset_amount before an unknown category",
    changedBudget("101", { categories: ["drinks"] }),
    "NeedsApproval",
  ],
  ["too many decimals, before the bound", changedBudget("100.001"), "TooManyDecimals"],
  [
    "a raised reset_amount that also turns limits off",
    changedBudget("100.01", { has_member_limits: false }, limited),
    "NeedsApproval",
  ],
  [
    "a raised reset_amount that also turns limits on, before the missing members",
    changedBudget("100.01", { has_member_limits: true }),
    "NeedsApproval",
  ],
  ["a lowered reset_amount", changedBudget("99"), "may"],
  ["a new member's limit up to the bound", newMember("100"), "may"],
  ["a new member's limit above the bound", newMember("100.01"), "NeedsApproval"],
  [
    "a reinstated member's limit above the bound",
    newMember("100.01", { members: [deletedMember] }, 2),
    "NeedsApproval",
  ],
  [
    "a limit above the bound, before an existing member",
    newMember("100.01", { members: [someone] }, 2),
    "NeedsApproval",
  ],
  [
    "an unknown person, before a limit above the bound",
    newMember("100.01", {}, 99),
    "UnknownReference",
  ],
  ["a raised limit of a member", changedMember("100.01"), "NeedsApproval"],
  ["a raised limit up to the bound", changedMember("100"), "may"],
  [
    "a budget that never resets, before a raised limit",
    changedMember("100.01", { budget: aBudget({ ...limited, reset_period: "NEVER" }) }),
    "BudgetNeverResets",
  ],
  [
    "a raised limit, before the maximum of a balance",
    changedMember("9999999999", {
      budget: { ...limited, reset_amount: money(999_999_999_999_000) },
    }),
    "NeedsApproval",
  ],
]

describe("raising funds", () => {
  test.each(rows)("%s", (_, result, verdict) => {
    if (verdict === "may") expect(Result.isSuccess(result)).toBe(true)
    else expect(refusal(result)._tag).toBe(verdict)
  })

  test("a caller to whom no policy applies can raise any amount", () => {
    const free = decideBudgetUpdate(
      budgetContext({ budget: shared }),
      key,
      { reset_amount: decimal("5000") },
      now,
    )
    expect(Result.isSuccess(free)).toBe(true)
  })
})
