import { Result } from "effect"
import { describe, expect, test } from "vitest"
import { decidedWhole } from "../../../test/decided.ts"
import {
  aBudget,
  aBusiness,
  aMember,
  anInvite,
  anOwner,
  aRole,
  aTopup,
  aUser,
  type Expected,
  judge,
  now,
} from "../../../test/given.ts"
import { money } from "../../core/money.ts"
import { subUser } from "../../core/records/users.ts"
import type { BudgetContext } from "../context.ts"
import { decideBudgetRemoval } from "./removal.ts"

const given = (context: Partial<BudgetContext> = {}): BudgetContext => ({
  business: aBusiness(),
  budget: aBudget({ has_member_limits: true }),
  members: [
    aMember(2, { available_amount: money(4_000), spent_amount: money(50) }),
    aMember(3, { is_deleted: true }),
    aMember(4, { user_id: null, invite_id: 91 }),
  ],
  owners: [anOwner("owner-1"), anOwner("owner-2", { is_deleted: true })],
  pending_topups: [aTopup({ budget_member_id: 2 }), aTopup({ id: "topup-2", requested_by: null })],
  users: [aUser(1), aUser(2)],
  invites: [anInvite(91)],
  roles: [aRole()],
  categories: [],
  custom_fields: [],
  custom_field_options: [],
  links: [],
  ...context,
})

const decide = (context?: Partial<BudgetContext>) =>
  decideBudgetRemoval(given(context), { client_id: 7, budget_id: "budget-1" }, now)

describe("decideBudgetRemoval", () => {
  const cancelled = `topups status=CANCELLED actioned_on=${now}`
  const rows: ReadonlyArray<Expected & { name: string; given?: Partial<BudgetContext> }> = [
    {
      name: "ends active members and owners, cancels pending topups, moves no money",
      verdict: [
        "budgets is_deleted=true",
        "budget_members is_deleted=true",
        "budget_members is_deleted=true",
        "budget_owners is_deleted=true",
        cancelled,
        cancelled,
        "event budget.deleted",
        "event budget_member.deleted",
        "event budget_member.deleted",
        "event budget_owner.deleted",
        "event topup.cancelled",
        "event topup.cancelled",
      ],
    },
    {
      name: "removes a budget without members, owners and topups",
      given: { members: [], owners: [], pending_topups: [] },
      verdict: ["budgets is_deleted=true", "event budget.deleted"],
    },
    { name: "refuses an unknown budget", given: { budget: null }, verdict: "NotFound" },
    {
      name: "refuses a deleted budget",
      given: { budget: aBudget({ is_deleted: true }) },
      verdict: "NotFound",
    },
  ]
  test.each(rows)("$name", (row) => judge(decide(row.given), row))

  test("makes the writes of members, owners and topups in slices of a hundred", () => {
    const members = Array.from({ length: 150 }, (_, n) => aMember(n + 1))
    const pending_topups = Array.from({ length: 230 }, (_, n) => aTopup({ id: `topup-${n}` }))
    const { slices = [] } = Result.getOrThrow(decide({ members, owners: [], pending_topups }))
    expect(Array.from(slices, ({ events }) => events.length)).toEqual([100, 100, 100, 80])
  })

  test("sets `updated` of every row that it ends", () => {
    const { writes } = decidedWhole(decide())
    expect(writes.map(({ after }) => (after as { updated?: string }).updated)).toEqual(
      Array.from({ length: 6 }, () => now),
    )
  })

  test("the events show every record as the interface does", () => {
    const { events } = decidedWhole(decide())
    expect(events.map(({ resource, data }) => ({ resource, data }))).toMatchObject([
      { resource: "budgets", data: { id: "budget-1", is_deleted: true, custom_fields: [] } },
      {
        resource: "budget_members",
        data: { id: 2, is_deleted: true, available_amount: 4_000, user: subUser(aUser(2)) },
      },
      {
        resource: "budget_members",
        data: { id: 4, user: null, invite: { id: 91, role: "Team Member" } },
      },
      { resource: "budget_owners", data: { id: "owner-1", user: subUser(aUser(1)) } },
      {
        resource: "topups",
        data: { id: "topup-1", status: "CANCELLED", requested_by: subUser(aUser(2)) },
      },
      { resource: "topups", data: { id: "topup-2", requested_by: null, actioned_by: null } },
    ])
    expect(events.at(-1)?.previous).toEqual({
      status: "PENDING",
      actioned_on: null,
      updated: "2026-01-05T09:00:00.000Z",
    })
  })
})
