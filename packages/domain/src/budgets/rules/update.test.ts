import { Result } from "effect"
import { describe, expect, test } from "vitest"
import { decidedWhole } from "../../../test/decided.ts"
import {
  aBudget,
  aBusiness,
  aCategory,
  aCustomField,
  aLink,
  aMember,
  anOption,
  decimal,
  type Expected,
  judge,
  now,
} from "../../../test/given.ts"
import { money, zero } from "../../core/money.ts"
import type { UpdateBudget } from "../../core/records/budgets.ts"
import type { BudgetContext } from "../context.ts"
import { decideBudgetUpdate } from "./update.ts"

const removed = aMember(9, { is_deleted: true, reset_amount: money(700) })
const shared = [aMember(2), aMember(3), removed, aMember(4)]
const limited = aBudget({ has_member_limits: true })
const limits = [
  aMember(2, { available_amount: money(8_000), reset_amount: money(6_000) }),
  aMember(3, { available_amount: money(-500), reset_amount: money(4_000) }),
  removed,
]
const pooled = aBudget({ has_member_limits: true, available_amount: money(7_500) })

const given = (context: Partial<BudgetContext> = {}): BudgetContext => ({
  business: aBusiness(),
  budget: aBudget(),
  members: shared,
  owners: [],
  pending_topups: [],
  users: [],
  invites: [],
  roles: [],
  categories: [aCategory("meals"), aCategory("taxis"), aCategory("gone", { is_deleted: true })],
  custom_fields: [aCustomField("project"), aCustomField("secret", { budget_setting: "NONE" })],
  custom_field_options: [anOption("apollo", "project")],
  links: [],
  ...context,
})

const key = { client_id: 7, budget_id: "budget-1" }
const decide = (context: Partial<BudgetContext> | undefined, patch: UpdateBudget) =>
  decideBudgetUpdate(given(context), key, patch, now)

interface Row extends Expected {
  readonly name: string
  readonly given?: Partial<BudgetContext>
  readonly patch: UpdateBudget
}
const judged = (row: Row) => judge(decide(row.given, row.patch), row)

const updated = "event budget.updated"
const updatedWith = (members: number) => [
  updated,
  ...Array.from({ length: members }, () => "event budget_member.updated"),
]

describe("decideBudgetUpdate changes", () => {
  const rows: ReadonlyArray<Row> = [
    { name: "nothing if no field is present", patch: {}, verdict: [] },
    {
      name: "every field at once",
      given: { budget: aBudget({ categories: ["meals"] }) },
      patch: {
        name: "Trips",
        reset_amount: decimal("50.00"),
        reset_period: "ANNUALLY",
        rollover_funds: true,
        limit_categories: true,
        categories: ["taxis", "meals", "taxis"],
        custom_fields: [{ id: "project" }],
      },
      verdict: [
        [
          "budgets name=Trips reset_amount=5000 reset_period=ANNUALLY",
          "current_period_start=2026-01-01T00:00:00.000Z",
          "current_period_end=2026-12-31T23:59:59.999Z",
          'rollover_funds=true limit_categories=true categories=["taxis","meals"]',
        ].join(" "),
        "custom_field_budgets created",
        updated,
        "event custom_field_budget.created",
      ],
    },
    {
      name: "reset_amount, but not the available and spent amounts",
      given: { budget: aBudget({ available_amount: money(-5), spent_amount: money(42) }) },
      patch: { reset_amount: decimal("0") },
      verdict: ["budgets reset_amount=0", updated],
    },
    {
      name: "no members if the limits stay on",
      given: { budget: limited, members: limits },
      patch: { has_member_limits: true, name: "Trips" },
      verdict: ["budgets name=Trips", updated],
    },
    {
      name: "no members if the limits stay off",
      patch: { has_member_limits: false },
      verdict: [],
    },
    {
      name: "categories to none",
      given: { budget: aBudget({ categories: ["meals"] }) },
      patch: { categories: [] },
      verdict: ["budgets categories=[]", updated],
    },
    {
      name: "links to the given fields",
      given: { links: [aLink("project")] },
      patch: { custom_fields: [] },
      verdict: [
        "budgets ",
        "custom_field_budgets removed",
        updated,
        "event custom_field_budget.deleted",
      ],
    },
    {
      name: "no link if the fields are absent",
      given: { links: [aLink("project")] },
      patch: { limit_categories: true },
      verdict: ["budgets limit_categories=true", updated],
    },
  ]
  test.each(rows)("$name", judged)
})

describe("decideBudgetUpdate, when it turns limits on,", () => {
  const rows: ReadonlyArray<Row> = [
    {
      name: "splits the funds, the odd cent to the earliest active member",
      patch: { has_member_limits: true },
      verdict: [
        "budgets has_member_limits=true",
        "budget_members available_amount=3334 reset_amount=3334",
        "budget_members available_amount=3333 reset_amount=3333",
        "budget_members available_amount=3333 reset_amount=3333",
        "3334 allocations → member:2:available",
        "3333 allocations → member:3:available",
        "3333 allocations → member:4:available",
        ...updatedWith(3),
      ],
    },
    {
      name: "splits a deficit, the odd cents to the earliest, and the new reset_amount",
      given: { budget: aBudget({ available_amount: money(-101) }) },
      patch: { has_member_limits: true, reset_amount: decimal("0.01") },
      verdict: [
        "budgets reset_amount=1 has_member_limits=true",
        "budget_members available_amount=-34 reset_amount=1",
        "budget_members available_amount=-34",
        "budget_members available_amount=-33",
        "34 member:2:available → allocations",
        "34 member:3:available → allocations",
        "33 member:4:available → allocations",
        ...updatedWith(3),
      ],
    },
    {
      name: "splits yen into whole yen",
      given: {
        business: aBusiness({ currency: "JPY" }),
        budget: aBudget({ available_amount: money(5), reset_amount: zero }),
        members: [aMember(2), aMember(3)],
      },
      patch: { has_member_limits: true },
      verdict: [
        "budgets has_member_limits=true",
        "budget_members available_amount=3",
        "budget_members available_amount=2",
        "3 allocations → member:2:available",
        "2 allocations → member:3:available",
        ...updatedWith(2),
      ],
    },
    {
      name: "keeps spent amounts, and moves into a new period without a reset",
      given: { members: [aMember(2, { spent_amount: money(77) })] },
      patch: { has_member_limits: true, reset_period: "NEVER" },
      verdict: [
        [
          "budgets reset_period=NEVER current_period_start=2026-01-05T09:00:00.000Z",
          "current_period_end=null has_member_limits=true",
        ].join(" "),
        "budget_members available_amount=10000 reset_amount=10000",
        "10000 allocations → member:2:available",
        ...updatedWith(1),
      ],
    },
  ]
  test.each(rows)("$name", judged)
})

describe("decideBudgetUpdate, when it turns limits off,", () => {
  const rows: ReadonlyArray<Row> = [
    {
      name: "pools the funds and deficits of active members",
      given: { budget: pooled, members: limits },
      patch: { has_member_limits: false },
      verdict: [
        "budgets has_member_limits=false",
        "budget_members available_amount=0 reset_amount=0",
        "budget_members available_amount=0 reset_amount=0",
        "8000 member:2:available → allocations",
        "500 allocations → member:3:available",
        ...updatedWith(2),
      ],
    },
    {
      name: "accepts a new reset_amount of the budget",
      given: { budget: pooled, members: [limits[0] as (typeof limits)[0]] },
      patch: { has_member_limits: false, reset_amount: decimal("1.50") },
      verdict: [
        "budgets reset_amount=150 has_member_limits=false",
        "budget_members available_amount=0 reset_amount=0",
        "8000 member:2:available → allocations",
        ...updatedWith(1),
      ],
    },
    {
      name: "needs no member, because a deleted user may have been the last",
      given: { budget: limited, members: [removed] },
      patch: { has_member_limits: false },
      verdict: ["budgets has_member_limits=false", updated],
    },
  ]
  test.each(rows)("$name", judged)

  test("turning them on again restores every cent", () => {
    const off = decidedWhole(
      decide({ budget: pooled, members: limits }, { has_member_limits: false }),
    )
    const rowsOf = (writes: typeof off.writes) =>
      writes.flatMap((write) =>
        write.table === "budget_members" && write.after !== null ? [write.after] : [],
      )
    const on = decide(
      { budget: { ...pooled, has_member_limits: false }, members: rowsOf(off.writes) },
      { has_member_limits: true },
    )
    const members = rowsOf(decidedWhole(on).writes)
    expect(members.map((_) => _.available_amount)).toEqual([3_750, 3_750])
    expect(members.map((_) => _.reset_amount)).toEqual([5_000, 5_000])
  })
})

describe("decideBudgetUpdate with a new period", () => {
  const monthly = aBudget({ available_amount: money(-1), spent_amount: money(10_001) })
  const never = aBudget({
    reset_period: "NEVER",
    current_period_start: monthly.created,
    current_period_end: null,
  })
  const periods: ReadonlyArray<
    readonly [NonNullable<UpdateBudget["reset_period"]>, typeof monthly, string, string | null]
  > = [
    ["DAILY", monthly, "2026-11-21", "2026-11-21"],
    ["WEEKLY", monthly, "2026-11-16", "2026-11-22"],
    ["FORTNIGHTLY", monthly, "2026-11-09", "2026-11-22"],
    [
      "FORTNIGHTLY",
      { ...monthly, created: "2026-01-12T00:00:00.000Z" },
      "2026-11-16",
      "2026-11-29",
    ],
    ["QUARTERLY", monthly, "2026-10-01", "2026-12-31"],
    ["ANNUALLY", monthly, "2026-01-01", "2026-12-31"],
    ["JULY_FINANCIAL_YEAR", monthly, "2026-07-01", "2027-06-30"],
    ["APRIL_FINANCIAL_YEAR", monthly, "2026-04-01", "2027-03-31"],
    ["MONTHLY", never, "2026-11-01", "2026-11-30"],
  ]
  test.each(periods)("%s: the period contains now", (reset_period, budget, start, end) => {
    const { writes, entries } = Result.getOrThrow(decide({ budget }, { reset_period }))
    expect(writes[0]?.after).toEqual({
      ...budget,
      reset_period,
      current_period_start: `${start}T00:00:00.000Z`,
      current_period_end: `${end}T23:59:59.999Z`,
      updated: now,
    })
    expect(entries).toEqual([])
  })

  test("leaves the period unchanged if the cadence is the same", () => {
    const odd = { ...monthly, current_period_start: "2026-11-03T00:00:00.000Z" }
    expect(
      Result.getOrThrow(decide({ budget: odd }, { reset_period: "MONTHLY" })).result,
    ).toMatchObject({ current_period_start: odd.current_period_start })
  })
})

describe("decideBudgetUpdate refuses", () => {
  const onlyRemovedMember = { members: [removed] }
  const rows: ReadonlyArray<Row> = [
    {
      name: "an unknown budget",
      given: { budget: null },
      patch: { reset_amount: decimal("0.001") },
      verdict: "NotFound",
    },
    {
      name: "a deleted budget before the members' sum",
      given: { budget: { ...limited, is_deleted: true } },
      patch: { reset_amount: decimal("1") },
      verdict: "NotFound",
    },
    {
      name: "reset_amount under limits before its decimals",
      given: { budget: limited, members: limits },
      patch: { reset_amount: decimal("0.001") },
      verdict: "ResetAmountIsMemberSum",
      pointer: "/reset_amount",
    },
    {
      name: "reset_amount under limits before an unknown category, even if it is the sum",
      given: { budget: limited, members: limits },
      patch: { reset_amount: decimal("100"), has_member_limits: true, categories: ["drinks"] },
      verdict: "ResetAmountIsMemberSum",
      pointer: "/reset_amount",
    },
    {
      name: "decimals before limits without members",
      given: onlyRemovedMember,
      patch: { reset_amount: decimal("0.001"), has_member_limits: true },
      verdict: "TooManyDecimals",
      pointer: "/reset_amount",
    },
    {
      name: "limits without active members before an unknown category",
      given: onlyRemovedMember,
      patch: { has_member_limits: true, categories: ["drinks"] },
      verdict: "BudgetWithoutMembers",
      pointer: "/has_member_limits",
    },
    {
      name: "a deleted category before an unknown field",
      patch: { categories: ["meals", "gone"], custom_fields: [{ id: "nothing" }] },
      verdict: "UnknownReference",
      pointer: "/categories/1",
    },
    {
      name: "an unknown field before a field that is not linkable",
      patch: { custom_fields: [{ id: "nothing" }, { id: "secret" }] },
      verdict: "UnknownReference",
      pointer: "/custom_fields/0/id",
    },
    {
      name: "a field that is not linkable",
      patch: { custom_fields: [{ id: "project" }, { id: "secret" }] },
      verdict: "FieldNotLinkable",
      pointer: "/custom_fields/1/id",
    },
  ]
  test.each(rows)("$name", judged)
})

test("the event of an update shows what changed, as the interface shows it", () => {
  const { result, events } = decidedWhole(
    decide(
      { budget: aBudget({ categories: ["meals"] }), links: [aLink("project")] },
      { limit_categories: true, custom_fields: [{ id: "project", allow_options: ["apollo"] }] },
    ),
  )
  expect(result).toMatchObject({
    categories: [{ id: "meals", name: "Category meals" }],
    custom_fields: [{ id: "project", name: "Field project", allow_options: ["apollo"] }],
    updated: now,
  })
  expect(events).toEqual([
    {
      type: "budget.updated",
      resource: "budgets",
      data: result,
      previous: {
        limit_categories: false,
        categories: [],
        custom_fields: [{ id: "project", name: "Field project", allow_options: null }],
        updated: "2026-01-05T09:00:00.000Z",
      },
    },
  ])
})
