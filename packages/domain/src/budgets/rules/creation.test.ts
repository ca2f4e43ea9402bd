import { Result } from "effect"
import { describe, expect, test } from "vitest"
import {
  aBusiness,
  aCategory,
  aCustomField,
  anInvite,
  anOption,
  aRole,
  aUser,
  decimal,
  type Expected,
  judge,
  now,
} from "../../../test/given.ts"
import type { BudgetContext } from "../context.ts"
import { type BudgetCommand, decideBudget } from "./creation.ts"

const given = (context: Partial<BudgetContext> = {}): BudgetContext => ({
  business: aBusiness(),
  budget: null,
  members: [],
  owners: [],
  pending_topups: [],
  users: [aUser(1), aUser(2), aUser(3), aUser(4, { is_deleted: true })],
  invites: [anInvite(91), anInvite(92, { used: true }), anInvite(93, { is_cancelled: true })],
  roles: [aRole()],
  categories: [aCategory("meals"), aCategory("taxis"), aCategory("gone", { is_deleted: true })],
  custom_fields: [
    aCustomField("project"),
    aCustomField("team", { budget_setting: "ALL_CURRENT_AND_NEW" }),
    aCustomField("secret", { budget_setting: "NONE" }),
  ],
  custom_field_options: [anOption("apollo", "project"), anOption("blue", "team")],
  links: [],
  ...context,
})

const command = (fields: Partial<BudgetCommand> = {}): BudgetCommand => ({
  client_id: 7,
  id: "budget-1",
  name: "Travel",
  reset_amount: decimal("100"),
  reset_period: "MONTHLY",
  has_member_limits: false,
  rollover_funds: false,
  members: [{ user: { id: 2 } }],
  owners: [{ user: { id: 1 } }],
  member_ids: [5, 6, 7],
  owner_ids: ["owner-1", "owner-2"],
  now,
  ...fields,
})

const user = (id: number, reset_amount?: string) => ({
  user: { id },
  ...(reset_amount === undefined ? {} : { reset_amount: decimal(reset_amount) }),
})
const invite = (id: number) => ({ invite: { id } })
const limited = (...members: BudgetCommand["members"]) => ({ has_member_limits: true, members })

interface Row extends Expected {
  readonly name: string
  readonly given?: Partial<BudgetContext>
  readonly command?: Partial<BudgetCommand>
}

const rows = ["budgets created", "budget_members created", "budget_owners created"]
const begun = ["event budget.created", "event budget_member.created", "event budget_owner.created"]
const begunWithTwo = begun.toSpliced(1, 0, "event budget_member.created")
const linkBegun = "event custom_field_budget.created"
const funds = "10000 allocations → budget:budget-1:available"

const accepted: ReadonlyArray<Row> = [
  { name: "gives the funds to the budget", verdict: [...rows, funds, ...begun] },
  {
    name: "gives the funds to the budget and to its members",
    command: limited(user(2, "60.5"), user(3, "39.50")),
    verdict: [
      "budgets created",
      "budget_members created",
      "budget_members created",
      "budget_owners created",
      funds,
      "6050 allocations → member:5:available",
      "3950 allocations → member:6:available",
      ...begunWithTwo,
    ],
  },
  {
    name: "moves nothing for an amount of 0",
    command: { reset_amount: decimal("0"), ...limited(user(2, "0")) },
    verdict: [...rows, ...begun],
  },
  {
    name: "accepts invites, and the same person as member and owner",
    command: { members: [invite(91), user(1)], owners: [invite(91)] },
    verdict: [
      "budgets created",
      "budget_members created",
      "budget_members created",
      "budget_owners created",
      funds,
      ...begunWithTwo,
    ],
  },
  {
    name: "accepts the decimals of the currency",
    given: { business: aBusiness({ currency: "KWD" }) },
    command: { reset_amount: decimal("1.234") },
    verdict: [...rows, "1234 allocations → budget:budget-1:available", ...begun],
  },
  {
    name: "links the given fields",
    command: { custom_fields: [{ id: "project", allow_options: ["apollo"] }] },
    verdict: [...rows, "custom_field_budgets created", funds, ...begun, linkBegun],
  },
  {
    name: "links a duplicate field once",
    command: { custom_fields: [{ id: "project", allow_options: ["apollo"] }, { id: "project" }] },
    verdict: [...rows, "custom_field_budgets created", funds, ...begun, linkBegun],
  },
]

const refused: ReadonlyArray<Row> = [
  {
    name: "decimals of the budget before a member's missing amount",
    command: { ...limited(user(2)), reset_amount: decimal("0.001") },
    verdict: "TooManyDecimals",
    pointer: "/reset_amount",
  },
  {
    name: "a member's missing amount before the next one's decimals",
    command: limited(user(2), user(3, "0.001")),
    verdict: "ResetAmountRequired",
    pointer: "/members/0/reset_amount",
  },
  {
    name: "a member's amount without limits before its decimals, and an unknown person",
    command: { members: [user(1), user(99, "0.001")] },
    verdict: "ResetAmountNotAllowed",
    pointer: "/members/1/reset_amount",
  },
  {
    name: "a member's amount of 0 without limits",
    command: { members: [user(2, "0")] },
    verdict: "ResetAmountNotAllowed",
    pointer: "/members/0/reset_amount",
  },
  {
    name: "a member's decimals before the sum",
    command: limited(user(2, "0.001")),
    verdict: "TooManyDecimals",
    pointer: "/members/0/reset_amount",
  },
  {
    name: "a sum that is a cent short before an unknown person",
    command: limited(user(99, "99.99")),
    verdict: "MemberSumDiffers",
    pointer: "/members",
  },
  {
    name: "a sum too large to be exact",
    given: { business: aBusiness({ currency: "KWD" }) },
    command: limited(...Array.from({ length: 1_000 }, () => user(2, "9999999999.99"))),
    verdict: "MemberSumDiffers",
    pointer: "/members",
  },
  {
    name: "an unknown member before an unknown owner",
    command: { members: [user(2), user(99)], owners: [user(99)] },
    verdict: "UnknownReference",
    pointer: "/members/1/user/id",
  },
  {
    name: "a deleted user",
    command: { members: [user(4)] },
    verdict: "UnknownReference",
    pointer: "/members/0/user/id",
  },
  {
    name: "an accepted invite",
    command: { members: [invite(92)] },
    verdict: "UnknownReference",
    pointer: "/members/0/invite/id",
  },
  {
    name: "a cancelled invite",
    command: { owners: [invite(93)] },
    verdict: "UnknownReference",
    pointer: "/owners/0/invite/id",
  },
  {
    name: "an invite with a user's number",
    command: { owners: [invite(1)] },
    verdict: "UnknownReference",
    pointer: "/owners/0/invite/id",
  },
  {
    name: "a duplicate member before an unknown owner",
    command: { members: [user(2), user(3), user(2)], owners: [user(99)] },
    verdict: "RepeatedPerson",
    pointer: "/members/2",
  },
  {
    name: "a duplicate owner before an unknown category",
    command: { owners: [invite(91), invite(91)], categories: ["drinks"] },
    verdict: "RepeatedPerson",
    pointer: "/owners/1",
  },
  {
    name: "an unknown category before an unknown field",
    command: { categories: ["meals", "drinks"], custom_fields: [{ id: "nothing" }] },
    verdict: "UnknownReference",
    pointer: "/categories/1",
  },
  {
    name: "an unknown field before a field that is not linkable",
    command: { custom_fields: [{ id: "nothing" }, { id: "secret" }] },
    verdict: "UnknownReference",
    pointer: "/custom_fields/0/id",
  },
  {
    name: "a field that is not linkable, before its unknown option",
    command: { custom_fields: [{ id: "team" }, { id: "secret", allow_options: ["apollo"] }] },
    verdict: "FieldNotLinkable",
    pointer: "/custom_fields/1/id",
  },
  {
    name: "another field's option",
    command: { custom_fields: [{ id: "project", allow_options: ["apollo", "blue"] }] },
    verdict: "UnknownReference",
    pointer: "/custom_fields/0/allow_options/1",
  },
]

describe("decideBudget", () => {
  const decide = (row: Pick<Row, "given" | "command">) =>
    decideBudget(given(row.given), command(row.command))

  test.each(accepted)("$name", (row) => judge(decide(row), row))
  test.each(refused)("refuses $name", (row) => judge(decide(row), row))

  test("writes the budget, its members and its owners", () => {
    const decision = Result.getOrThrow(
      decide({
        command: {
          ...limited(user(2, "60"), { ...invite(91), reset_amount: decimal("40") }),
          owners: [user(1), invite(91)],
          categories: ["taxis", "meals", "taxis"],
        },
      }),
    )
    const stamp = { client_id: 7, is_deleted: false, created: now, updated: now }
    const ofBudget = { ...stamp, budget_id: "budget-1" }
    const first = { stint: 1, since: now }
    const amounts = (amount: number) => ({
      available_amount: amount,
      spent_amount: 0,
      reset_amount: amount,
    })
    expect(decision.writes.map(({ before, after }) => before ?? after)).toEqual([
      {
        ...stamp,
        ...amounts(10_000),
        id: "budget-1",
        name: "Travel",
        budget_type: "BUDGET",
        reset_period: "MONTHLY",
        current_period_start: "2026-11-01T00:00:00.000Z",
        current_period_end: "2026-11-30T23:59:59.999Z",
        ...{ period_number: 1, period_start: "2026-11-01T00:00:00.000Z", rolled_from: 1 },
        ...{ granted_amount: 10_000, topped_up_amount: 0, moved_amount: 0 },
        has_member_limits: true,
        rollover_funds: false,
        limit_categories: false,
        categories: ["taxis", "meals"],
      },
      { ...ofBudget, ...first, ...amounts(6_000), id: 5, user_id: 2, invite_id: null },
      { ...ofBudget, ...first, ...amounts(4_000), id: 6, user_id: null, invite_id: 91 },
      { ...ofBudget, id: "owner-1", user_id: 1, invite_id: null },
      { ...ofBudget, id: "owner-2", user_id: null, invite_id: 91 },
    ])
  })

  test("members without limits have no amounts of their own", () => {
    const { writes } = Result.getOrThrow(decide({}))
    expect(writes.find(({ table }) => table === "budget_members")?.after).toMatchObject({
      available_amount: 0,
      spent_amount: 0,
      reset_amount: 0,
    })
  })

  test("the result and the event show the budget as the interface does", () => {
    const { result, events } = Result.getOrThrow(
      decide({
        command: {
          budget_type: "SUBSCRIPTION",
          limit_categories: true,
          categories: ["taxis"],
          custom_fields: [{ id: "project", allow_options: ["apollo"] }],
        },
      }),
    )
    expect(result).toMatchObject({
      budget_type: "SUBSCRIPTION",
      categories: [{ id: "taxis", name: "Category taxis" }],
      custom_fields: [
        { id: "project", name: "Field project", allow_options: ["apollo"] },
        { id: "team", name: "Field team", allow_options: null },
      ],
    })
    const link = { custom_field_id: "project", id: "budget-1", name: "Travel" }
    expect(events).toEqual([
      { type: "budget.created", resource: "budgets", data: result, previous: null },
      {
        type: "budget_member.created",
        resource: "budget_members",
        data: expect.objectContaining({ id: 5, reset_amount: 10_000, user_id: 2, invite: null }),
        previous: null,
      },
      {
        type: "budget_owner.created",
        resource: "budget_owners",
        data: expect.objectContaining({ id: "owner-1", user_id: 1, is_deleted: false }),
        previous: null,
      },
      {
        type: "custom_field_budget.created",
        resource: "custom_field_budgets",
        data: link,
        previous: null,
      },
    ])
  })

  test("the period of a budget that never resets starts at its creation", () => {
    expect(Result.getOrThrow(decide({ command: { reset_period: "NEVER" } })).result).toMatchObject({
      current_period_start: now,
      current_period_end: null,
    })
  })
})
