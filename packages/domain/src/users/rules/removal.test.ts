import { Result } from "effect"
import { describe, expect, test } from "vitest"
import {
  aBudget,
  aBusiness,
  aMember,
  anOwner,
  aRole,
  aTopup,
  aUser,
  now,
  refusal,
  verdict,
} from "../../../test/given.ts"
import { money } from "../../core/money.ts"
import type { Token } from "../../core/records/tokens.ts"
import { subUser } from "../../core/records/users.ts"
import type { UserRemovalContext } from "../context.ts"
import { decideLeaving, decideUserRemoval } from "./removal.ts"

const given = (context: Partial<UserRemovalContext> = {}): UserRemovalContext => ({
  business: aBusiness(),
  roles: [aRole()],
  user: aUser(2),
  delegators: [],
  memberships: [],
  owners: [],
  budgets: [],
  pending_topups: [],
  requesters: [],
  tokens: [],
  more: false,
  ...context,
})

const remove = (context: Partial<UserRemovalContext> = {}) =>
  decideUserRemoval(given(context), { client_id: 7, user_id: 2 }, now)

const deletion = "users is_deleted=true"
const member = aMember(5, {
  user_id: 2,
  available_amount: money(1_500),
  spent_amount: money(500),
  reset_amount: money(2_000),
})
const token: Token = {
  client_id: 7,
  id: "token-2",
  name: "Phone",
  kind: "API",
  digest: "d",
  role_id: "role-member",
  user_id: 2,
  expires_at: null,
  revoked_at: null,
  last_used_at: null,
  created: now,
  updated: now,
}

const rows: ReadonlyArray<{
  readonly name: string
  readonly given: Partial<UserRemovalContext>
  readonly verdict: ReadonlyArray<string>
}> = [
  { name: "deletes the user", given: {}, verdict: [deletion, "event user.deleted"] },
  {
    name: "ends the user's own delegations",
    given: { user: aUser(2, { delegate_approver: 3, expense_delegate: [4] }) },
    verdict: [
      "users is_deleted=true delegate_approver=null expense_delegate=[]",
      "event user.deleted",
    ],
  },
  {
    name: "removes the user from the delegations of others",
    given: {
      delegators: [
        aUser(3, { delegate_approver: 2, expense_delegate: [4, 2, 5] }),
        aUser(6, { delegate_approver: 4, expense_delegate: [2] }),
      ],
    },
    verdict: [
      deletion,
      "users delegate_approver=null expense_delegate=[4,5]",
      "users expense_delegate=[]",
      "event user.deleted",
      "event user.updated",
      "event user.updated",
    ],
  },
  {
    name: "ends a membership, even the last one, and lowers a budget with member limits",
    given: {
      memberships: [member],
      budgets: [aBudget({ has_member_limits: true })],
    },
    verdict: [
      deletion,
      "budget_members is_deleted=true available_amount=0",
      "budgets available_amount=8500 reset_amount=8000",
      "1500 budget:budget-1:available → allocations",
      "1500 member:5:available → allocations",
      "event user.deleted",
      "event budget_member.deleted",
    ],
  },
  {
    name: "adds a deficit of the member back to the budget",
    given: {
      memberships: [aMember(5, { user_id: 2, available_amount: money(-300) })],
      budgets: [aBudget({ has_member_limits: true })],
    },
    verdict: [
      deletion,
      "budget_members is_deleted=true available_amount=0",
      "budgets available_amount=10300",
      "300 allocations → budget:budget-1:available",
      "300 allocations → member:5:available",
      "event user.deleted",
      "event budget_member.deleted",
    ],
  },
  {
    name: "does not change a budget without member limits",
    given: { memberships: [aMember(5, { user_id: 2 })], budgets: [aBudget()] },
    verdict: [
      deletion,
      "budget_members is_deleted=true",
      "event user.deleted",
      "event budget_member.deleted",
    ],
  },
  {
    name: "lowers one budget twice for two memberships of it",
    given: {
      memberships: [member, { ...member, id: 6 }],
      budgets: [aBudget({ has_member_limits: true })],
    },
    verdict: [
      deletion,
      "budget_members is_deleted=true available_amount=0",
      "budgets available_amount=8500 reset_amount=8000",
      "budget_members is_deleted=true available_amount=0",
      "budgets available_amount=7000 reset_amount=6000",
      "1500 budget:budget-1:available → allocations",
      "1500 member:5:available → allocations",
      "1500 budget:budget-1:available → allocations",
      "1500 member:6:available → allocations",
      "event user.deleted",
      "event budget_member.deleted",
      "event budget_member.deleted",
    ],
  },
  {
    name: "ends an ownership of a budget with another owner",
    given: {
      owners: [anOwner("o1", { user_id: 2 }), anOwner("o2", { user_id: 3 })],
      budgets: [aBudget()],
    },
    verdict: [
      deletion,
      "budget_owners is_deleted=true",
      "event user.deleted",
      "event budget_owner.deleted",
    ],
  },
  {
    name: "ends an ownership of a budget that an invite owns, too",
    given: {
      owners: [anOwner("o1", { user_id: 2 }), anOwner("o2", { user_id: null, invite_id: 9 })],
      budgets: [aBudget()],
    },
    verdict: [
      deletion,
      "budget_owners is_deleted=true",
      "event user.deleted",
      "event budget_owner.deleted",
    ],
  },
  {
    name: "cancels the user's pending topups without moving money",
    given: { pending_topups: [aTopup()], requesters: [aUser(2)] },
    verdict: [
      deletion,
      `topups status=CANCELLED actioned_on=${now}`,
      "event user.deleted",
      "event topup.cancelled",
    ],
  },
  {
    name: "cancels topups of the user's membership that others requested",
    given: {
      memberships: [member],
      budgets: [aBudget({ has_member_limits: true })],
      pending_topups: [aTopup({ budget_member_id: 5, requested_by: 3 })],
      requesters: [aUser(3)],
    },
    verdict: [
      deletion,
      "budget_members is_deleted=true available_amount=0",
      "budgets available_amount=8500 reset_amount=8000",
      `topups status=CANCELLED actioned_on=${now}`,
      "1500 budget:budget-1:available → allocations",
      "1500 member:5:available → allocations",
      "event user.deleted",
      "event budget_member.deleted",
      "event topup.cancelled",
    ],
  },
  {
    name: "revokes the user's tokens, and ends their sessions",
    given: { tokens: [token, { ...token, id: "session-1", kind: "SESSION" }] },
    verdict: [
      deletion,
      `tokens revoked_at=${now}`,
      `tokens revoked_at=${now}`,
      "event user.deleted",
      "event token.revoked",
      "event session.ended",
    ],
  },
]

describe("decideUserRemoval", () => {
  test.each(rows)("$name", (row) => {
    expect(verdict(remove(row.given))).toEqual(row.verdict)
  })

  test("reports a cancelled topup with its requester", () => {
    const { events } = Result.getOrThrow(
      remove({ pending_topups: [aTopup({ requested_by: 3 })], requesters: [aUser(3)] }),
    )
    expect(events[1]).toMatchObject({
      data: { status: "CANCELLED", requested_by: subUser(aUser(3)), actioned_by: null },
      previous: { status: "PENDING", actioned_on: null },
    })
  })

  test("does nothing if there is more to end than was loaded", () => {
    const some = { memberships: [member], budgets: [aBudget()], more: true }
    const decision = Result.getOrThrow(remove(some))
    expect([decision.result, verdict(remove(some))]).toEqual([{ more: true }, []])
  })

  const only = {
    owners: [anOwner("o1", { user_id: 2 }), anOwner("o2", { user_id: 2, budget_id: "budget-2" })],
    budgets: [aBudget(), aBudget({ id: "budget-2", name: "Rent" })],
  }

  test("refuses an unknown or deleted user before the last owner", () => {
    expect(refusal(remove({ ...only, user: null }))._tag).toBe("NotFound")
    expect(refusal(remove({ ...only, user: aUser(2, { is_deleted: true }) }))._tag).toBe("NotFound")
  })

  test("refuses the only active owner, naming every such budget and no other", () => {
    const budgets = [...only.budgets, aBudget({ id: "budget-3", name: "Shared" })]
    const shared = [
      anOwner("o3", { user_id: 2, budget_id: "budget-3" }),
      anOwner("o4", { user_id: 3, budget_id: "budget-3" }),
    ]
    const refused = refusal(remove({ owners: [...only.owners, ...shared], budgets }))
    expect(refused).toMatchObject({
      _tag: "LastBudgetOwner",
      budgets: [
        { id: "budget-1", name: "Travel" },
        { id: "budget-2", name: "Rent" },
      ],
    })
  })
})

test("reads each owner a few times, however many budgets the user owns", () => {
  let looks = 0
  const names = Array.from({ length: 200 }, (_, n) => `budget-${n}`)
  const owners = names.map((budget_id, n) => ({
    ...anOwner(`o${n}`, { user_id: 2 }),
    get budget_id() {
      looks++
      return budget_id
    },
  }))
  const refused = refusal(remove({ owners, budgets: names.map((id) => aBudget({ id })) }))
  expect(refused).toMatchObject({ budgets: { length: names.length } })
  expect(looks).toBeLessThan(10 * names.length)
})

describe("decideLeaving", () => {
  const leave = (context: Partial<UserRemovalContext>) =>
    decideLeaving(given(context), { client_id: 7, user_id: 2 }, now)
  const some = {
    ...{ memberships: [member], budgets: [aBudget()], tokens: [token], more: true },
    ...{ pending_topups: [aTopup({ requested_by: 3 })], requesters: [aUser(3)] },
  }

  test("ends memberships and topups, but neither the user nor their tokens", () => {
    const decision = Result.getOrThrow(leave(some))
    expect(decision.result).toEqual({ more: true })
    const types = decision.events.map(({ type }) => type)
    expect(types).toEqual(["budget_member.deleted", "topup.cancelled"])
    expect(Result.getOrThrow(leave({ ...some, more: false })).result).toEqual({ more: false })
  })

  test("does nothing if the user cannot be deleted", () => {
    const owners = [anOwner("o1", { user_id: 2 })]
    for (const refused of [
      { ...some, owners },
      { ...some, user: null },
    ]) {
      expect(Result.getOrThrow(leave(refused)).result).toEqual({ more: false })
      expect(verdict(leave(refused))).toEqual([])
    }
  })
})
