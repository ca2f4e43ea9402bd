import { Result } from "effect"
import { describe, expect, test } from "vitest"
import { decidedWhole } from "../../../test/decided.ts"
import {
  aBudget,
  aBusiness,
  aMember,
  aRole,
  aTopup,
  aUser,
  decimal,
  type Expected,
  judge,
  now,
  posted,
  rowsMoved,
} from "../../../test/given.ts"
import { money } from "../../core/money.ts"
import type { BudgetMember } from "../../core/records/budget-members.ts"
import { subUser } from "../../core/records/users.ts"
import type { MemberContext } from "../context.ts"
import { decideMember } from "./membership.ts"
import { decideMemberRemoval, withoutMember } from "./removal.ts"

const amounts = (available: number, spent: number, reset: number) => ({
  available_amount: money(available),
  spent_amount: money(spent),
  reset_amount: money(reset),
})
const deletedFlag = { is_deleted: true }
const pooled = aBudget()
const limited = aBudget({ has_member_limits: true, ...amounts(2_100, 7_900, 10_000) })
const members: ReadonlyArray<BudgetMember> = [
  aMember(2, amounts(2_600, 3_400, 6_000)),
  aMember(3, amounts(-500, 4_500, 4_000)),
  aMember(4, { ...deletedFlag, ...amounts(0, 0, 9_000) }),
]
const shared = { budget: limited, members }

const given = (context: Partial<MemberContext> = {}): MemberContext => ({
  business: aBusiness(),
  budget: pooled,
  members: [aMember(2), aMember(3, deletedFlag)],
  pending_topups: [],
  users: [aUser(2), aUser(3)],
  invites: [],
  roles: [aRole()],
  ...context,
})

const key = (budget_member_id: number) => ({
  client_id: 7,
  budget_id: "budget-1",
  budget_member_id,
})

const twice = (line: string) => [line, line]

interface Row extends Expected {
  readonly name: string
  readonly given?: Partial<MemberContext>
  readonly command: number
}

describe("decideMemberRemoval", () => {
  const rows: ReadonlyArray<Row> = [
    {
      name: "lowers the budget by the member's reset_amount and remaining amount",
      given: shared,
      command: 2,
      verdict: [
        "budget_members is_deleted=true available_amount=0",
        "budgets available_amount=-500 reset_amount=4000",
        "2600 budget:budget-1:available → allocations",
        "2600 member:2:available → allocations",
        "event budget_member.deleted",
      ],
    },
    {
      name: "removes the deficit of the member",
      given: shared,
      command: 3,
      verdict: [
        "budget_members is_deleted=true available_amount=0",
        "budgets available_amount=2600 reset_amount=6000",
        "500 allocations → budget:budget-1:available",
        "500 allocations → member:3:available",
        "event budget_member.deleted",
      ],
    },
    {
      name: "cancels only the member's pending topups",
      given: {
        ...shared,
        pending_topups: [
          aTopup({ budget_member_id: 2 }),
          aTopup({ id: "topup-2", budget_member_id: 3 }),
          aTopup({ id: "topup-3", budget_member_id: null }),
          aTopup({ id: "topup-4", budget_member_id: 2, requested_by: null }),
        ],
      },
      command: 2,
      verdict: [
        "budget_members is_deleted=true available_amount=0",
        "budgets available_amount=-500 reset_amount=4000",
        ...twice(`topups status=CANCELLED actioned_on=${now}`),
        "2600 budget:budget-1:available → allocations",
        "2600 member:2:available → allocations",
        "event budget_member.deleted",
        ...twice("event topup.cancelled"),
      ],
    },
    {
      name: "leaves a budget without limits unchanged",
      given: { members: [aMember(2, amounts(0, 40, 300)), aMember(4)] },
      command: 2,
      verdict: ["budget_members is_deleted=true", "event budget_member.deleted"],
    },
    {
      name: "refuses an unknown budget",
      given: { budget: null },
      command: 2,
      verdict: "NotFound",
    },
    {
      name: "refuses a deleted budget before the last member",
      given: { budget: { ...pooled, ...deletedFlag } },
      command: 2,
      verdict: "NotFound",
    },
    { name: "refuses an unknown member before the last one", command: 99, verdict: "NotFound" },
    { name: "refuses a removed member before the last one", command: 3, verdict: "NotFound" },
    { name: "refuses the last active member", command: 2, verdict: "LastBudgetMember" },
  ]
  test.each(rows)("$name", (row) =>
    judge(decideMemberRemoval(given(row.given), key(row.command), now), row),
  )

  test("the event shows the member as the interface does", () => {
    const { events } = Result.getOrThrow(decideMemberRemoval(given(shared), key(2), now))
    expect(events[0]).toMatchObject({
      resource: "budget_members",
      data: { id: 2, is_deleted: true, ...amounts(0, 3_400, 6_000), user: subUser(aUser(2)) },
      previous: { is_deleted: false, available_amount: 2_600 },
    })
  })

  test("the event of each cancelled topup shows its requester", () => {
    const pending_topups = [aTopup({ budget_member_id: 2, requested_by: 3 })]
    const { events } = decidedWhole(
      decideMemberRemoval(given({ ...shared, pending_topups }), key(2), now),
    )
    expect(events[1]).toMatchObject({
      resource: "topups",
      data: { id: "topup-1", status: "CANCELLED", requested_by: subUser(aUser(3)) },
      previous: { status: "PENDING", actioned_on: null },
    })
  })

  test("a reinstatement with the remaining amount restores the budget", () => {
    const removal = withoutMember("AUD", limited, members[0] as BudgetMember, now)
    const context = given({
      budget: removal.budget,
      members: [removal.member, ...members.slice(1)],
    })
    const command = { budget_id: "budget-1", id: 50, now, user: { id: 2 } }
    const { writes } = Result.getOrThrow(
      decideMember(context, { ...command, reset_amount: decimal("26") }),
    )
    expect(writes.find(({ table }) => table === "budgets")?.after).toMatchObject({
      ...amounts(2_100, 7_900, 6_600),
    })
  })
})

describe("withoutMember", () => {
  test("starts from the budget that the previous removal returned", () => {
    const [first, second] = members as [BudgetMember, BudgetMember]
    const one = withoutMember("AUD", limited, first, now)
    const two = withoutMember("AUD", one.budget, second, now)
    expect(two.budget).toMatchObject(amounts(0, 7_900, 0))
    expect(posted([...one.entries, ...two.entries])).toEqual(
      rowsMoved([...one.writes, ...two.writes]),
    )
  })

  test("leaves the member's spent amount and reset amount unchanged", () => {
    const { member } = withoutMember("AUD", limited, members[1] as BudgetMember, now)
    expect(member).toMatchObject({ ...amounts(0, 4_500, 4_000), is_deleted: true, updated: now })
  })
})
