import { Result } from "effect"
import { describe, expect, test } from "vitest"
import { aBudget, aMember, type Expected, judge } from "../../../test/given.ts"
import { money } from "../../core/money.ts"
import type { BudgetMember } from "../../core/records/budget-members.ts"
import type { Budget } from "../../core/records/budgets.ts"
import { isDue, rollForward } from "./periods.ts"

const roll = (budget: Budget, members: ReadonlyArray<BudgetMember>, now: string) =>
  rollForward("AUD", budget, members, now, (shown) => shown)

const december = "2026-12-01T00:00:00.000Z"
const amounts = (available: number, spent: number, reset = 10_000) => ({
  available_amount: money(available),
  spent_amount: money(spent),
  reset_amount: money(reset),
})
const due = (fields: Partial<Budget> = {}) => aBudget({ ...amounts(2_500, 7_500), ...fields })
const limits = { has_member_limits: true }
const rollover = { rollover_funds: true }
const never: Partial<Budget> = { reset_period: "NEVER", current_period_end: null }

describe("isDue", () => {
  const rows: ReadonlyArray<readonly [string, Partial<Budget>, string, boolean]> = [
    ["is false in the period's last millisecond", {}, "2026-11-30T23:59:59.999Z", false],
    ["is true in the next period's first millisecond", {}, december, true],
    ["is true long after the period", {}, "2031-01-01T00:00:00.000Z", true],
    ["is false if the budget never resets", never, december, false],
    ["is false if the budget is deleted", { is_deleted: true }, december, false],
  ]
  test.each(rows)("%s", (_, fields, now, expected) => {
    expect(isDue(aBudget(fields), now)).toBe(expected)
  })
})

interface Row extends Expected {
  readonly name: string
  readonly budget?: Partial<Budget>
  readonly members?: ReadonlyArray<BudgetMember>
  readonly now?: string
}

const into = (month: string, end: string) =>
  `current_period_start=${month}-01T00:00:00.000Z current_period_end=${end}T23:59:59.999Z`
const toDecember = into("2026-12", "2026-12-31")
const reset = "event budget.period_reset"

const single: ReadonlyArray<Row> = [
  {
    name: "refills the spent amount",
    verdict: [
      `budgets available_amount=10000 spent_amount=0 ${toDecember}`,
      "7500 allocations → budget:budget-1:available",
      reset,
    ],
  },
  {
    name: "removes a surplus without rollover",
    budget: amounts(12_000, 0),
    verdict: [
      `budgets available_amount=10000 ${toDecember}`,
      "2000 budget:budget-1:available → allocations",
      reset,
    ],
  },
  {
    name: "removes a deficit without rollover",
    budget: amounts(-300, 10_300),
    verdict: [
      `budgets available_amount=10000 spent_amount=0 ${toDecember}`,
      "10300 allocations → budget:budget-1:available",
      reset,
    ],
  },
  {
    name: "carries a surplus over with rollover",
    budget: rollover,
    verdict: [
      `budgets available_amount=12500 spent_amount=0 ${toDecember}`,
      "10000 allocations → budget:budget-1:available",
      reset,
    ],
  },
  {
    name: "carries a deficit over with rollover",
    budget: { ...amounts(-10_001, 20_001), ...rollover },
    verdict: [
      `budgets available_amount=-1 spent_amount=0 ${toDecember}`,
      "10000 allocations → budget:budget-1:available",
      reset,
    ],
  },
  {
    name: "removes the excess after more refunds than spending",
    budget: amounts(10_100, -100),
    verdict: [
      `budgets available_amount=10000 spent_amount=0 ${toDecember}`,
      "100 budget:budget-1:available → allocations",
      reset,
    ],
  },
  {
    name: "moves nothing if nothing was spent",
    budget: amounts(10_000, 0),
    members: [aMember(5)],
    verdict: [`budgets ${toDecember}`, reset],
  },
  {
    name: "resets a budget without funds to 0",
    budget: amounts(-40, 40, 0),
    verdict: [
      `budgets available_amount=0 spent_amount=0 ${toDecember}`,
      "40 allocations → budget:budget-1:available",
      reset,
    ],
  },
  {
    name: "resets only the spent amount of members without limits",
    budget: amounts(10_000, 0),
    members: [aMember(5, amounts(70, 30, 80)), aMember(6)],
    verdict: [`budgets ${toDecember}`, "budget_members spent_amount=0", reset],
  },
  {
    name: "resets members with limits in the same way",
    budget: { ...amounts(2_500, 7_500), ...limits },
    members: [aMember(5, amounts(2_600, 3_400, 6_000)), aMember(6, amounts(-100, 4_100, 4_000))],
    verdict: [
      `budgets available_amount=10000 spent_amount=0 ${toDecember}`,
      "budget_members available_amount=6000 spent_amount=0",
      "budget_members available_amount=4000 spent_amount=0",
      "7500 allocations → budget:budget-1:available",
      "3400 allocations → member:5:available",
      "4100 allocations → member:6:available",
      reset,
    ],
  },
  {
    name: "rolls members with limits over in the same way",
    budget: { ...amounts(2_500, 7_500), ...limits, ...rollover },
    members: [aMember(5, amounts(2_600, 3_400, 6_000)), aMember(6, amounts(-100, 4_100, 4_000))],
    verdict: [
      `budgets available_amount=12500 spent_amount=0 ${toDecember}`,
      "budget_members available_amount=8600 spent_amount=0",
      "budget_members available_amount=3900 spent_amount=0",
      "10000 allocations → budget:budget-1:available",
      "6000 allocations → member:5:available",
      "4000 allocations → member:6:available",
      reset,
    ],
  },
  {
    name: "gives a removed member no funds, and resets the spent amount",
    budget: { ...amounts(10_000, 0), ...limits },
    members: [
      aMember(5, { ...amounts(0, 900, 6_000), is_deleted: true }),
      aMember(6, { ...amounts(0, 0, 6_000), is_deleted: true }),
    ],
    verdict: [`budgets ${toDecember}`, "budget_members spent_amount=0", reset],
  },
]

const many: ReadonlyArray<Row> = [
  {
    name: "resets once for each missed period",
    budget: amounts(2_500, 7_500),
    now: "2027-03-31T23:59:59.999Z",
    verdict: [
      `budgets available_amount=10000 spent_amount=0 ${into("2027-03", "2027-03-31")}`,
      "7500 allocations → budget:budget-1:available",
      reset,
      reset,
      reset,
      reset,
    ],
  },
  {
    name: "rolls over once for each missed period",
    budget: { ...amounts(-15_000, 25_000), ...rollover, ...limits },
    members: [aMember(5, amounts(-15_000, 25_000))],
    now: "2027-02-01T00:00:00.000Z",
    verdict: [
      `budgets available_amount=15000 spent_amount=0 ${into("2027-02", "2027-02-28")}`,
      "budget_members available_amount=15000 spent_amount=0",
      "10000 allocations → budget:budget-1:available",
      "10000 allocations → member:5:available",
      "10000 allocations → budget:budget-1:available",
      "10000 allocations → member:5:available",
      "10000 allocations → budget:budget-1:available",
      "10000 allocations → member:5:available",
      reset,
      reset,
      reset,
    ],
  },
  {
    name: "passes a leap day",
    budget: {
      ...amounts(10_000, 0),
      reset_period: "DAILY",
      current_period_start: "2028-02-28T00:00:00.000Z",
      current_period_end: "2028-02-28T23:59:59.999Z",
    },
    now: "2028-03-01T00:00:00.000Z",
    verdict: [
      [
        "budgets current_period_start=2028-03-01T00:00:00.000Z",
        "current_period_end=2028-03-01T23:59:59.999Z",
      ].join(" "),
      reset,
      reset,
    ],
  },
  {
    name: "stops on a leap day",
    budget: {
      ...amounts(10_000, 0),
      current_period_start: "2028-01-01T00:00:00.000Z",
      current_period_end: "2028-01-31T23:59:59.999Z",
    },
    now: "2028-02-29T23:59:59.999Z",
    verdict: [`budgets ${into("2028-02", "2028-02-29")}`, reset],
  },
  {
    name: "counts fortnights from the week of its creation",
    budget: {
      ...amounts(10_000, 0),
      reset_period: "FORTNIGHTLY",
      created: "2026-12-16T10:00:00.000Z",
      current_period_start: "2026-12-14T00:00:00.000Z",
      current_period_end: "2026-12-27T23:59:59.999Z",
    },
    now: "2027-01-11T00:00:00.000Z",
    verdict: [
      [
        "budgets current_period_start=2027-01-11T00:00:00.000Z",
        "current_period_end=2027-01-24T23:59:59.999Z",
      ].join(" "),
      reset,
      reset,
    ],
  },
]

const withoutReset: ReadonlyArray<Row> = [
  { name: "in its current period", now: "2026-11-30T23:59:59.999Z", verdict: ["budgets "] },
  { name: "that never resets", budget: never, verdict: ["budgets "] },
  { name: "that is deleted", budget: { is_deleted: true }, verdict: ["budgets "] },
]

describe("rollForward", () => {
  const judged = (row: Row) => {
    const { writes, entries, events } = roll(
      due(row.budget),
      row.members ?? [],
      row.now ?? december,
    )
    judge(Result.succeed({ result: undefined, writes, entries, events }), row)
  }
  test.each(single)("$name", judged)
  test.each(many)("$name", judged)
  test.each(withoutReset)("leaves a budget $name", judged)
})

describe("the events of rollForward", () => {
  const { events, entries } = roll(
    due({ ...rollover, ...amounts(-15_000, 25_000) }),
    [],
    "2027-01-15T08:00:00.000Z",
  )

  test("report the closing amounts of each period", () => {
    const first = { period_start: "2026-11-01T00:00:00.000Z", period_number: 1 }
    const second = { period_start: december, period_number: 2 }
    const books = { granted_amount: 10_000, topped_up_amount: 0, moved_amount: 0, rolled_from: 1 }
    expect(events.map((_) => _.previous)).toEqual([
      {
        ...{ ...first, ...books },
        available_amount: -15_000,
        spent_amount: 25_000,
        current_period_start: "2026-11-01T00:00:00.000Z",
        current_period_end: "2026-11-30T23:59:59.999Z",
        updated: "2026-01-05T09:00:00.000Z",
      },
      {
        ...{ ...second, ...books },
        available_amount: -5_000,
        spent_amount: 0,
        current_period_start: december,
        current_period_end: "2026-12-31T23:59:59.999Z",
        updated: december,
      },
    ])
  })

  test("show the budget at the opening of each period", () => {
    expect(events.map((_) => _.data)).toMatchObject([
      { available_amount: -5_000, spent_amount: 0, current_period_start: december },
      { available_amount: 5_000, current_period_start: "2027-01-01T00:00:00.000Z" },
    ])
  })

  test("come with entries on the first day of each period", () => {
    expect(entries.map((_) => _.date)).toEqual(["2026-12-01", "2027-01-01"])
    expect(new Set(entries.map((_) => `${_.resource} ${_.resource_id} ${_.currency}`))).toEqual(
      new Set(["budgets budget-1 AUD"]),
    )
    expect(entries.map((_) => _.period)).toEqual([2, 3])
  })
})

describe("`updated` after a reset is", () => {
  const younger = { updated: "2026-12-24T00:00:00.000Z" }
  const updated = (budget: Budget, members: ReadonlyArray<BudgetMember>) =>
    roll(budget, members, december)
      .writes.filter(({ table }) => table !== "budget_periods")
      .map(({ after }) => after)

  test("the start of the new period", () => {
    const members = [aMember(5, amounts(0, 1, 0)), aMember(6)]
    expect(updated(due(), members)).toMatchObject([
      { id: "budget-1", updated: december },
      { id: 5, updated: december },
    ])
  })

  test("the previous value if that is later", () => {
    const members = [aMember(5, { ...amounts(0, 1, 0), ...younger })]
    expect(updated(due(younger), members)).toMatchObject([younger, younger])
  })
})
