import { Result } from "effect"
import { describe, expect, test } from "vitest"
import {
  aBudget,
  aBusiness,
  aMember,
  anActor,
  aTopup,
  aUser,
  decimal,
  now,
  refusal,
  verdict,
} from "../../test/given.ts"
import { money } from "../core/money.ts"
import { decideOnTopup, decideTopup, type TopupCommand, type TopupContext } from "./rules.ts"

const policy = {
  client_id: 7,
  id: "p",
  name: "All",
  budget_id: null,
  above_amount: null,
  created: now,
  updated: now,
}

const given = (context: Partial<TopupContext> = {}): TopupContext => ({
  business: aBusiness(),
  budget: aBudget(),
  member: null,
  topup: null,
  policies: [],
  people: [],
  approvers: { owners: [aUser(1)], admins: [] },
  ...context,
})

const command = (fields: Partial<TopupCommand> = {}): TopupCommand => ({
  amount: decimal("12.34"),
  description: "Travel",
  id: "topup-1",
  target: { client_id: 7, budget_id: "budget-1", budget_member_id: null },
  actor: anActor(2),
  now,
  ...fields,
})

const limited = aBudget({ has_member_limits: true })
const member = aMember(5, { available_amount: money(4_000), reset_amount: money(4_000) })
const ofMember = { client_id: 7, budget_id: "budget-1", budget_member_id: 5 }
const approved = [
  "topups created",
  "budgets available_amount=11234",
  "1234 allocations → budget:budget-1:available",
  "event topup.created",
  "event topup.approved",
]
const waiting = ["topups created", "event topup.created"]

describe("decideTopup", () => {
  const rows: ReadonlyArray<{
    readonly name: string
    readonly given?: Partial<TopupContext>
    readonly command?: Partial<TopupCommand>
    readonly verdict: string | ReadonlyArray<string>
  }> = [
    { name: "adds to a budget", verdict: approved },
    {
      name: "removes all funds of a budget",
      command: { amount: decimal("-100") },
      verdict: [
        "topups created",
        "budgets available_amount=0",
        "10000 budget:budget-1:available → allocations",
        "event topup.created",
        "event topup.approved",
      ],
    },
    {
      name: "adds to a member and to its budget",
      given: { budget: limited, member },
      command: { target: ofMember },
      verdict: [
        "topups created",
        "budgets available_amount=11234",
        "budget_members available_amount=5234",
        "1234 allocations → budget:budget-1:available",
        "1234 allocations → member:5:available",
        "event topup.created",
        "event topup.approved",
      ],
    },
    {
      name: "reduces a deficit of any size",
      given: { budget: aBudget({ available_amount: money(-99_999) }) },
      verdict: [
        "topups created",
        "budgets available_amount=-98765",
        "1234 allocations → budget:budget-1:available",
        "event topup.created",
        "event topup.approved",
      ],
    },
    { name: "refuses an unknown budget", given: { budget: null }, verdict: "NotFound" },
    {
      name: "refuses a deleted budget before the wrong kind of target",
      given: { budget: aBudget({ is_deleted: true, has_member_limits: true }) },
      verdict: "NotFound",
    },
    {
      name: "refuses an unknown member before the wrong kind of target",
      command: { target: ofMember },
      verdict: "NotFound",
    },
    {
      name: "refuses a removed member before too many decimals",
      given: { budget: limited, member: { ...member, is_deleted: true } },
      command: { target: ofMember, amount: decimal("0.001") },
      verdict: "NotFound",
    },
    {
      name: "refuses a budget with member limits before too many decimals",
      given: { budget: limited },
      command: { amount: decimal("0.001") },
      verdict: "TopupNeedsMember",
    },
    {
      name: "refuses a member of a budget without member limits before too many decimals",
      given: { member },
      command: { target: ofMember, amount: decimal("0.001") },
      verdict: "TopupNeedsBudget",
    },
    {
      name: "refuses more decimals than the currency has before insufficient funds",
      command: { amount: decimal("-1000.001") },
      verdict: "TooManyDecimals",
    },
    {
      name: "refuses decimals in yen",
      given: { business: aBusiness({ currency: "JPY" }) },
      command: { amount: decimal("1.5") },
      verdict: "TooManyDecimals",
    },
    {
      name: "refuses to remove a cent more than is available",
      command: { amount: decimal("-100.01") },
      verdict: "InsufficientFunds",
    },
    {
      name: "refuses to remove more than the member has, even if the budget has it",
      given: { budget: limited, member },
      command: { target: ofMember, amount: decimal("-40.01") },
      verdict: "InsufficientFunds",
    },
    {
      name: "refuses insufficient funds even if the topup would be pending",
      command: { amount: decimal("-100.01"), auto_approve: false },
      verdict: "InsufficientFunds",
    },
    { name: "is pending under a policy", given: { policies: [policy] }, verdict: waiting },
    { name: "is pending if requested", command: { auto_approve: false }, verdict: waiting },
    {
      name: "is pending only above a policy's bound",
      given: { policies: [{ ...policy, above_amount: money(1_234) }] },
      verdict: approved,
    },
    {
      name: "is pending one cent above a policy's bound",
      given: { policies: [{ ...policy, above_amount: money(1_233) }] },
      verdict: waiting,
    },
    {
      name: "is not affected by another budget's policy",
      given: { policies: [{ ...policy, budget_id: "budget-2" }] },
      verdict: approved,
    },
    {
      name: "removes money immediately under a policy",
      given: { policies: [policy] },
      command: { amount: decimal("-100") },
      verdict: [
        "topups created",
        "budgets available_amount=0",
        "10000 budget:budget-1:available → allocations",
        "event topup.created",
        "event topup.approved",
      ],
    },
    {
      name: "honours an Admin's auto_approve under a policy",
      given: { policies: [policy] },
      command: { auto_approve: true, actor: anActor(2, true) },
      verdict: approved,
    },
    {
      name: "ignores auto_approve of another caller",
      given: { policies: [policy] },
      command: { auto_approve: true },
      verdict: waiting,
    },
  ]
  test.each(rows)("$name", (row) => {
    const result = decideTopup(given(row.given), command(row.command))
    expect(verdict(result)).toEqual(row.verdict)
    if (Result.isFailure(result)) refusal(result)
  })

  test("names the field of an amount that exceeds the available funds", () => {
    const refused = refusal(decideTopup(given(), command({ amount: decimal("-100.01") })))
    expect(refused).toMatchObject({ pointer: "/amount", available: "100.00 AUD" })
    expect(refused.message).toBe("Only 100.00 AUD is available, so 100.01 AUD cannot be removed.")
  })
})

describe("decideOnTopup", () => {
  const act = (
    action: "approve" | "decline" | "cancel",
    context: Partial<TopupContext>,
    actor = anActor(1),
    target: TopupCommand["target"] = command().target,
  ) =>
    decideOnTopup(given({ topup: aTopup(), ...context }), {
      action,
      topup_id: "topup-1",
      target,
      actor,
      now,
    })

  const away = {
    out_of_office_mode: true,
    out_of_office_start_date: "2026-11-21",
    out_of_office_end_date: "2026-11-21",
    delegate_approver: 9,
  }
  const owners = (...users: ReadonlyArray<ReturnType<typeof aUser>>) => ({
    approvers: { owners: users, admins: [] },
  })
  const done = ["event topup.approved"]

  const rows: ReadonlyArray<
    readonly [string, ReturnType<typeof act>, string | ReadonlyArray<string>]
  > = [
    ["an owner approves", act("approve", {}), done],
    ["an Admin approves", act("approve", {}, anActor(8, true)), done],
    [
      "the delegate of an absent owner approves",
      act("approve", owners(aUser(1, away)), anActor(9)),
      done,
    ],
    [
      "the delegate of a present owner cannot approve",
      act("approve", owners(aUser(1, { ...away, out_of_office_mode: false })), anActor(9)),
      "NotAnApprover",
    ],
    [
      "the delegate cannot approve on the day after the absence",
      act(
        "approve",
        owners(
          aUser(1, {
            ...away,
            out_of_office_start_date: "2026-11-19",
            out_of_office_end_date: "2026-11-20",
          }),
        ),
        anActor(9),
      ),
      "NotAnApprover",
    ],
    ["a stranger cannot approve", act("approve", {}, anActor(3)), "NotAnApprover"],
    [
      "the requester cannot approve, even as an owner, if another user can",
      act("approve", owners(aUser(1), aUser(2)), anActor(2)),
      "NotAnApprover",
    ],
    [
      "the requester can approve if no one else can",
      act("approve", owners(aUser(2)), anActor(2)),
      done,
    ],
    [
      "a token without a user cannot approve its own topup",
      act(
        "approve",
        { topup: aTopup({ requested_by: null, requested_by_token: "token-none" }) },
        anActor(null, true),
      ),
      "NotAnApprover",
    ],
    [
      "a stranger is refused before the status is checked",
      act("decline", { topup: aTopup({ status: "APPROVED" }) }, anActor(3)),
      "NotAnApprover",
    ],
    [
      "an approved topup cannot be approved again",
      act("approve", { topup: aTopup({ status: "APPROVED" }) }),
      "TopupNotPending",
    ],
    [
      "a cancelled topup cannot be declined",
      act("decline", { topup: aTopup({ status: "CANCELLED" }) }),
      "TopupNotPending",
    ],
    [
      "a declined topup cannot be cancelled",
      act("cancel", { topup: aTopup({ status: "DECLINED" }) }, anActor(2)),
      "TopupNotPending",
    ],
    [
      "a removal that exceeds the funds by now is refused",
      act("approve", { topup: aTopup({ amount: money(-10_001) }) }),
      "InsufficientFunds",
    ],
    [
      "a removal that exceeds the funds by now can be declined",
      act("decline", { topup: aTopup({ amount: money(-10_001) }) }),
      ["event topup.declined"],
    ],
    [
      "a target of the wrong kind by now is refused",
      act("approve", { budget: limited }),
      "TopupNeedsMember",
    ],
    ["the requester cancels", act("cancel", {}, anActor(2)), ["event topup.cancelled"]],
    ["an Admin cancels", act("cancel", {}, anActor(8, true)), ["event topup.cancelled"]],
    ["an owner cannot cancel", act("cancel", {}), "NotAnApprover"],
    ["an unknown topup", act("approve", { topup: null }), "NotFound"],
    [
      "a topup of another target",
      act("approve", { topup: aTopup({ budget_id: "budget-2" }) }),
      "NotFound",
    ],
    [
      "a member's topup through its budget",
      act("approve", { topup: aTopup({ budget_member_id: 5 }) }),
      "NotFound",
    ],
    [
      "a deleted budget",
      act("decline", { budget: aBudget({ is_deleted: true }) }, anActor(3)),
      "NotFound",
    ],
  ]
  test.each(rows)("%s", (_, result, expected) => {
    const found = verdict(result)
    expect(
      typeof found === "string" ? found : found.filter((line) => line.startsWith("event")),
    ).toEqual(expected)
    if (Result.isFailure(result)) refusal(result)
  })

  test("money moves on approval and not before", () => {
    expect(verdict(act("approve", {}))).toContain("500 allocations → budget:budget-1:available")
    expect(verdict(act("decline", {}))).toEqual([
      `topups status=DECLINED actioned_by=1 actioned_on=${now}`,
      "event topup.declined",
    ])
  })

  test.each(["approve", "decline", "cancel"] as const)("%s saves its reason", (action) => {
    const actor = anActor(8, true)
    const context = given({ topup: aTopup() })
    const target = { ...command().target }
    const decided = decideOnTopup(context, {
      ...{ action, topup_id: "topup-1", target, actor, now },
      reason: "Paid from travel",
    })
    const { result, events } = Result.getOrThrow(decided)
    expect(result.reason).toBe("Paid from travel")
    expect(events[0]).toMatchObject({ data: result, previous: { reason: null } })
  })
})
