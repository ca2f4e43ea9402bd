import { Result } from "effect"
import { describe, expect, test } from "vitest"
import {
  aBudget,
  aBusiness,
  aCategory,
  aCustomField,
  aLink,
  aMember,
  type Expected,
  judge,
} from "../../../test/given.ts"
import { money } from "../../core/money.ts"
import type { Budget } from "../../core/records/budgets.ts"
import type { ResetContext } from "../context.ts"
import { decideResets } from "./resets.ts"

const given = (
  budgets: ReadonlyArray<Budget>,
  context: Partial<ResetContext> = {},
): ResetContext => ({
  ...{ business: aBusiness(), budget_ids: budgets.map(({ id }) => id), budgets, members: [] },
  ...{ categories: [aCategory("meals")], custom_fields: [], links: [] },
  ...context,
})

const december = "2026-12-01T00:00:00.000Z"
/** Twelve months after the current period. */
const late = "2027-11-01T00:00:00.000Z"
const members = [aMember(5), aMember(6)]
const others = [aMember(7, { budget_id: "b" }), aMember(8, { budget_id: "b" })]
const [a, b, c] = ["budget-1", "b", "c"].map((id) => aBudget({ id })) as [Budget, Budget, Budget]
const current = aBudget({ id: "b", current_period_end: "2027-11-30T23:59:59.999Z" })
const all = Number.POSITIVE_INFINITY

interface Slice {
  readonly amounts: number
  /** Number of the first budgets that are in their current period after the slice. */
  readonly budgets: number
  readonly periods: number
}

describe("decideResets with a maximum number of amounts", () => {
  test.each<readonly [string, ResetContext, number, Slice]>([
    ["no budget", given([]), 100, { amounts: 0, budgets: 0, periods: 0 }],
    [
      "a budget that no longer exists",
      given([], { budget_ids: ["gone"] }),
      100,
      { amounts: 0, budgets: 1, periods: 0 },
    ],
    ["all due periods", given([a]), 100, { amounts: 12, budgets: 1, periods: 12 }],
    ["exactly the maximum", given([a]), 12, { amounts: 12, budgets: 1, periods: 12 }],
    ["not more than the maximum", given([a]), 11, { amounts: 11, budgets: 0, periods: 11 }],
    ["members count too", given([a], { members }), 11, { amounts: 9, budgets: 0, periods: 3 }],
    ["at least one period", given([a], { members }), 0, { amounts: 3, budgets: 0, periods: 1 }],
    ["no maximum", given([a]), all, { amounts: 12, budgets: 1, periods: 12 }],
    ["several budgets", given([a, b, c]), 100, { amounts: 36, budgets: 3, periods: 36 }],
    [
      "several budgets, one of which is in its period",
      given([a, current, c]),
      100,
      { amounts: 24, budgets: 3, periods: 24 },
    ],
    [
      "the first of several budgets",
      given([a, b, c]),
      24,
      { amounts: 24, budgets: 2, periods: 24 },
    ],
    ["a part of the second", given([a, b, c]), 20, { amounts: 20, budgets: 1, periods: 20 }],
    [
      "each budget with its own members",
      given([a, b, c], { members: others }),
      16,
      { amounts: 15, budgets: 1, periods: 13 },
    ],
  ])("%s", (_, context, maxAmounts, { periods, ...expected }) => {
    const { result, events } = Result.getOrThrow(decideResets(context, late, maxAmounts))
    expect({ ...result, periods: events.length }).toEqual({ ...expected, periods })
  })
})

describe("decideResets", () => {
  const spent = { available_amount: money(2_500), spent_amount: money(7_500) }
  const table: ReadonlyArray<Expected & { name: string; context: ResetContext; now: string }> = [
    { name: "no budget", context: given([]), now: december, verdict: [] },
    {
      name: "a period's last millisecond",
      context: given([aBudget(spent)]),
      now: "2026-11-30T23:59:59.999Z",
      verdict: [],
    },
    {
      name: "a deleted budget",
      context: given([aBudget({ ...spent, is_deleted: true })]),
      now: december,
      verdict: [],
    },
    {
      name: "the next period's first millisecond",
      context: given([aBudget(spent)], {
        members: [aMember(5, { spent_amount: money(7_500) }), aMember(6)],
      }),
      now: december,
      verdict: [
        [
          "budgets available_amount=10000 spent_amount=0",
          `current_period_start=${december} current_period_end=2026-12-31T23:59:59.999Z`,
        ].join(" "),
        "budget_members spent_amount=0",
        "7500 allocations → budget:budget-1:available",
        "event budget.period_reset",
      ],
    },
  ]
  test.each(table)("$name", (row) => judge(decideResets(row.context, row.now, 100), row))

  test("shows each reset budget as the interface does, with its own links", () => {
    const limited = aBudget({ limit_categories: true, categories: ["meals", "gone"] })
    const context = given([limited, b], {
      custom_fields: [aCustomField("project", { budget_setting: "SOME" })],
      links: [aLink("project")],
    })
    const { events } = Result.getOrThrow(decideResets(context, december, 100))
    expect(events).toMatchObject([
      {
        type: "budget.period_reset",
        data: {
          id: limited.id,
          categories: [{ id: "meals", name: "Category meals" }],
          custom_fields: [{ id: "project" }],
        },
      },
      { type: "budget.period_reset", data: { id: "b", categories: [], custom_fields: [] } },
    ])
  })
})
