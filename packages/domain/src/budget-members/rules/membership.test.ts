import { Result } from "effect"
import { describe, expect, test } from "vitest"
import {
  aBudget,
  aBusiness,
  aMember,
  anInvite,
  aRole,
  aUser,
  decimal,
  type Expected,
  judge,
  now,
} from "../../../test/given.ts"
import { money, zero } from "../../core/money.ts"
import {
  type AddMember,
  type BudgetMember,
  showMember,
  shownAmounts,
} from "../../core/records/budget-members.ts"
import { subUser } from "../../core/records/users.ts"
import type { MemberContext } from "../context.ts"
import { decideMember, decideMemberUpdate } from "./membership.ts"

const amounts = (available: number, spent: number, reset: number) => ({
  available_amount: money(available),
  spent_amount: money(spent),
  reset_amount: money(reset),
})
const pooled = aBudget()
const limited = aBudget({ has_member_limits: true })
const deletedFlag = { is_deleted: true }

const given = (context: Partial<MemberContext> = {}): MemberContext => ({
  business: aBusiness(),
  budget: pooled,
  members: [aMember(2), aMember(3, { ...deletedFlag, ...amounts(0, 900, 4_000) })],
  pending_topups: [],
  users: [aUser(2), aUser(3), aUser(4), aUser(5, deletedFlag)],
  invites: [anInvite(91), anInvite(92, { used: true }), anInvite(93, { is_cancelled: true })],
  roles: [aRole()],
  ...context,
})

const key = (budget_member_id: number) => ({
  client_id: 7,
  budget_id: "budget-1",
  budget_member_id,
})

interface Row<Command> extends Expected {
  readonly name: string
  readonly given?: Partial<MemberContext>
  readonly command: Command
}

describe("decideMember", () => {
  const decide = (context: Partial<MemberContext> | undefined, command: AddMember) =>
    decideMember(given(context), { budget_id: "budget-1", id: 50, now, ...command })
  const amount = (text: string) => ({ reset_amount: decimal(text) })
  const user = (id: number) => ({ user: { id } })

  const rows: ReadonlyArray<Row<AddMember>> = [
    {
      name: "adds a user",
      command: user(4),
      verdict: ["budget_members created", "event budget_member.created"],
    },
    {
      name: "adds an invite",
      command: { invite: { id: 91 } },
      verdict: ["budget_members created", "event budget_member.created"],
    },
    {
      name: "raises a budget with member limits, even in deficit",
      given: { budget: { ...limited, ...amounts(-50, 10_050, 10_000) } },
      command: { ...user(4), ...amount("12.30") },
      verdict: [
        "budget_members created",
        "budgets available_amount=1180 reset_amount=11230",
        "1230 allocations → budget:budget-1:available",
        "1230 allocations → member:50:available",
        "event budget_member.created",
      ],
    },
    {
      name: "adds a member with a limit of 0",
      given: { budget: limited },
      command: { ...user(4), ...amount("0") },
      verdict: ["budget_members created", "event budget_member.created"],
    },
    {
      name: "reinstates a removed member",
      command: user(3),
      verdict: ["budget_members is_deleted=false reset_amount=0", "event budget_member.reinstated"],
    },
    {
      name: "reinstates a removed member with a new amount",
      given: { budget: limited },
      command: { ...user(3), ...amount("70") },
      verdict: [
        "budget_members is_deleted=false available_amount=7000 reset_amount=7000",
        "budgets available_amount=17000 reset_amount=17000",
        "7000 allocations → budget:budget-1:available",
        "7000 allocations → member:3:available",
        "event budget_member.reinstated",
      ],
    },
    {
      name: "reinstates a member who received a refund in the meantime",
      given: {
        budget: limited,
        members: [aMember(2), aMember(3, { ...deletedFlag, ...amounts(250, 650, 4_000) })],
      },
      command: { ...user(3), ...amount("1") },
      verdict: [
        "budget_members is_deleted=false available_amount=100 reset_amount=100",
        "budgets available_amount=10100 reset_amount=10100",
        "100 allocations → budget:budget-1:available",
        "150 member:3:available → allocations",
        "event budget_member.reinstated",
      ],
    },
    {
      name: "refuses an unknown budget",
      given: { budget: null },
      command: user(99),
      verdict: "NotFound",
    },
    {
      name: "refuses a deleted budget before an unknown person",
      given: { budget: { ...limited, ...deletedFlag } },
      command: user(99),
      verdict: "NotFound",
    },
    {
      name: "refuses an unknown person before a missing amount",
      given: { budget: limited },
      command: user(99),
      verdict: "UnknownReference",
      pointer: "/user/id",
    },
    {
      name: "refuses a deleted user",
      command: user(5),
      verdict: "UnknownReference",
      pointer: "/user/id",
    },
    {
      name: "refuses an accepted invite",
      command: { invite: { id: 92 } },
      verdict: "UnknownReference",
      pointer: "/invite/id",
    },
    {
      name: "refuses a cancelled invite before an amount that is not allowed",
      command: { invite: { id: 93 }, ...amount("1") },
      verdict: "UnknownReference",
      pointer: "/invite/id",
    },
    {
      name: "refuses a missing amount before an existing member",
      given: { budget: limited },
      command: user(2),
      verdict: "ResetAmountRequired",
      pointer: "/reset_amount",
    },
    {
      name: "refuses an amount without limits before its decimals",
      command: { ...user(2), ...amount("0.001") },
      verdict: "ResetAmountNotAllowed",
      pointer: "/reset_amount",
    },
    {
      name: "refuses decimals before an existing member",
      given: { budget: limited },
      command: { ...user(2), ...amount("0.001") },
      verdict: "TooManyDecimals",
      pointer: "/reset_amount",
    },
    {
      name: "refuses an existing member",
      command: user(2),
      verdict: "AlreadyMember",
      pointer: "",
    },
    {
      name: "refuses an existing member by invite",
      given: { members: [aMember(8, { user_id: null, invite_id: 91 })] },
      command: { invite: { id: 91 } },
      verdict: "AlreadyMember",
      pointer: "",
    },
  ]
  test.each(rows)("$name", (row) => judge(decide(row.given, row.command), row))

  test("writes a new member with its person", () => {
    const { writes } = Result.getOrThrow(
      decide({ budget: limited }, { invite: { id: 91 }, ...amount("12.30") }),
    )
    expect(writes[0]?.after).toEqual({
      ...amounts(1_230, 0, 1_230),
      client_id: 7,
      id: 50,
      budget_id: "budget-1",
      user_id: null,
      invite_id: 91,
      stint: 1,
      since: now,
      is_deleted: false,
      created: now,
      updated: now,
    })
  })

  test("keeps the id, `created` and `spent_amount` of a reinstated member", () => {
    const { result, writes, events } = Result.getOrThrow(decide({}, user(3)))
    expect(writes[0]?.after).toMatchObject({ id: 3, spent_amount: 900, updated: now })
    expect(writes[0]?.after).toMatchObject({ created: aMember(3).created })
    expect(events[0]).toMatchObject({ data: result, previous: { is_deleted: true } })
  })

  test("returns the budget's amounts without limits, as they are after the change", () => {
    const of = (context: Partial<MemberContext>, command: AddMember) =>
      Result.getOrThrow(decide(context, command)).result
    expect(of({}, user(4))).toMatchObject(amounts(10_000, 0, 10_000))
    expect(of({ budget: limited }, { ...user(4), ...amount("1") })).toMatchObject({
      ...amounts(100, 0, 100),
      user: subUser(aUser(4)),
      invite: null,
    })
  })
})

const members: ReadonlyArray<BudgetMember> = [
  aMember(2, amounts(2_600, 3_400, 6_000)),
  aMember(3, amounts(-500, 4_500, 4_000)),
  aMember(4, { ...deletedFlag, ...amounts(0, 0, 9_000) }),
]
const shared = { budget: { ...limited, ...amounts(2_100, 7_900, 10_000) }, members }

describe("decideMemberUpdate", () => {
  const decide = (context: Partial<MemberContext> | undefined, id: number, text: string) =>
    decideMemberUpdate(given(context), key(id), { reset_amount: decimal(text) }, now)

  const rows: ReadonlyArray<Row<readonly [number, string]>> = [
    {
      name: "raises the budget's reset_amount by the difference, and no balance",
      given: shared,
      command: [2, "60.01"],
      verdict: [
        "budget_members reset_amount=6001",
        "budgets reset_amount=10001",
        "event budget_member.updated",
      ],
    },
    {
      name: "lowers it to 0, even of a member in deficit",
      given: shared,
      command: [3, "0"],
      verdict: [
        "budget_members reset_amount=0",
        "budgets reset_amount=6000",
        "event budget_member.updated",
      ],
    },
    {
      name: "changes nothing if the amount is equal",
      given: shared,
      command: [2, "60.000"],
      verdict: [],
    },
    {
      name: "refuses an unknown budget",
      given: { budget: null },
      command: [2, "0.001"],
      verdict: "NotFound",
    },
    {
      name: "refuses a deleted budget before missing limits",
      given: { budget: { ...pooled, ...deletedFlag } },
      command: [2, "1"],
      verdict: "NotFound",
    },
    {
      name: "refuses an unknown member before missing limits",
      command: [99, "1"],
      verdict: "NotFound",
    },
    {
      name: "refuses a removed member before missing limits",
      command: [3, "1"],
      verdict: "NotFound",
    },
    {
      name: "refuses without limits before a period of NEVER",
      given: { budget: { ...pooled, reset_period: "NEVER" } },
      command: [2, "0.001"],
      verdict: "BudgetWithoutLimits",
    },
    {
      name: "refuses a period of NEVER before decimals",
      given: { ...shared, budget: { ...limited, reset_period: "NEVER" } },
      command: [2, "0.001"],
      verdict: "BudgetNeverResets",
    },
    {
      name: "refuses decimals",
      given: shared,
      command: [2, "0.001"],
      verdict: "TooManyDecimals",
      pointer: "/reset_amount",
    },
  ]
  test.each(rows)("$name", (row) => judge(decide(row.given, ...row.command), row))

  test("reports the previous values", () => {
    const { result, events } = Result.getOrThrow(decide(shared, 2, "1"))
    expect(result).toMatchObject({ ...amounts(2_600, 3_400, 100), user: subUser(aUser(2)) })
    expect(events[0]).toMatchObject({
      data: result,
      previous: { reset_amount: 6_000, updated: members[0]?.updated },
    })
  })
})

describe("shownAmounts", () => {
  const member = aMember(2, amounts(2_600, 3_400, 6_000))
  test("returns the member's own amounts with limits", () => {
    expect(shownAmounts(limited, member)).toEqual(member)
  })
  test("returns the budget's amounts and the member's own spending without limits", () => {
    const own = { ...member, available_amount: zero, reset_amount: zero }
    expect(shownAmounts({ ...pooled, available_amount: money(-1) }, own)).toEqual({
      ...member,
      ...amounts(-1, 3_400, 10_000),
    })
  })
})

describe("showMember shows exactly one of user and invite", () => {
  const people = given({ users: [aUser(2), aUser(5, deletedFlag), aUser(91)] })
  const rows: ReadonlyArray<readonly [string, Partial<BudgetMember>, object]> = [
    ["a user", { user_id: 2 }, { user: subUser(aUser(2)), invite: null }],
    ["a deleted user", { user_id: 5 }, { user: subUser(aUser(5)), invite: null }],
    [
      "the user that an invite became",
      { user_id: 2, invite_id: 91 },
      { user: subUser(aUser(2)), invite: null },
    ],
    [
      "an invite, though a user has its number, with its role",
      { user_id: null, invite_id: 91 },
      { user: null, invite: { ...anInvite(91), role: "Team Member" } },
    ],
  ]
  test.each(rows)("%s", (_, fields, expected) => {
    expect(showMember(pooled, aMember(2, fields), people)).toMatchObject(expected)
  })
})
