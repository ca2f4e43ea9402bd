import { periods } from "../reference/calendar.ts"
import { rules } from "../reference/rules.ts"
import { type Json, list, records, responseBody } from "./edges.ts"
import type { Mutant } from "./mutant.ts"

const both = ["budgets", "budget"] as const

const shown = (
  name: string,
  breaks: string,
  names: ReadonlyArray<string>,
  change: (budget: Json) => Json,
): Mutant => ({
  name,
  breaks,
  names,
  edge: records(both, (record) => ({ ...record, ...change(record) })),
})

const fields: ReadonlyArray<Mutant> = [
  {
    name: "categories-without-limit",
    breaks: "`categories` is filled if a budget does not limit them",
    names: ["budgets.categories.without-limit", "budgets.categories"],
    rules: () => ({
      visibleCategories: (budget, business) => budget.categories ?? business.categories,
    }),
  },
  {
    name: "categories-all-visible",
    breaks: "a budget that limits its categories shows all",
    names: ["budgets.categories", "budgets.limit-categories"],
    rules: () => ({
      visibleCategories: (budget, business) =>
        budget.categories === null ? [] : business.categories,
    }),
  },
  shown(
    "spent-negative",
    "`spent_amount` is negative",
    ["budgets.spent-amount"],
    ({ spent_amount }) => ({ spent_amount: -spent_amount }),
  ),
  shown(
    "available-is-reset",
    "`available_amount` is the amount at the start of the period",
    ["budgets.available-amount", "topups.increase", "topups.decrease", "topups.exact"],
    ({ reset_amount }) => ({ available_amount: reset_amount }),
  ),
  {
    name: "spending-moves-nothing",
    breaks: "spending does not change a budget",
    names: ["budgets.available-amount", "budgets.spent-amount", "budget-members.by-user.spent"],
    rules: () => ({ spend: () => undefined }),
  },
  shown(
    "limits-never",
    "`has_member_limits` is always false",
    ["budgets.has-member-limits", "budgets.toggle"],
    () => ({ has_member_limits: false }),
  ),
  shown("rollover-never", "`rollover_funds` is always false", ["budgets.rollover-funds"], () => ({
    rollover_funds: false,
  })),
  shown(
    "budgets-never-deleted",
    "a deleted budget is not shown as such",
    ["budgets.is-deleted", "budgets.deleted"],
    () => ({ is_deleted: false }),
  ),
  shown(
    "budget-fields-missing",
    "a budget shows no custom field",
    ["budgets.custom-fields", "custom-field-budgets.shown"],
    () => ({ custom_fields: [] }),
  ),
  {
    name: "subscriptions-unlisted",
    breaks: "budgets of type SUBSCRIPTION are not listed",
    names: ["budgets.every", "budgets.budget-type"],
    edge: list(["budgets"], (body) => {
      const results = body.results.filter((one: Json) => one.budget_type === "BUDGET")
      return { ...body, count: body.count - (body.results.length - results.length), results }
    }),
  },
  {
    name: "get-stale-name",
    breaks: "a single budget has another name than in the list",
    names: ["budgets.get", "budgets.name"],
    edge: responseBody("GET", ["budget"], (budget) => ({
      ...budget,
      name: `${budget.name} (old)`,
    })),
  },
]

const cadences: ReadonlyArray<Mutant> = [
  {
    name: "july-in-january",
    breaks: "JULY_FINANCIAL_YEAR resets on 1 January",
    names: ["budget-periods.july"],
    rules: () => ({
      periodOf: (budget, now) =>
        budget.reset_period === "JULY_FINANCIAL_YEAR"
          ? periods.ANNUALLY(now)
          : rules.periodOf(budget, now),
    }),
  },
  {
    name: "april-in-july",
    breaks: "APRIL_FINANCIAL_YEAR resets on 1 July",
    names: ["budget-periods.april"],
    rules: () => ({
      periodOf: (budget, now) =>
        budget.reset_period === "APRIL_FINANCIAL_YEAR"
          ? periods.JULY_FINANCIAL_YEAR(now)
          : rules.periodOf(budget, now),
    }),
  },
  {
    name: "fortnights-are-weeks",
    breaks: "a FORTNIGHTLY budget's period is a week",
    names: ["budget-periods.length"],
    rules: () => ({
      periodOf: (budget, now) =>
        budget.reset_period === "FORTNIGHTLY" ? periods.WEEKLY(now) : rules.periodOf(budget, now),
    }),
  },
  {
    name: "quarters-are-months",
    breaks: "a QUARTERLY budget's period is a month",
    names: ["budget-periods.length"],
    rules: () => ({
      periodOf: (budget, now) =>
        budget.reset_period === "QUARTERLY" ? periods.MONTHLY(now) : rules.periodOf(budget, now),
    }),
  },
  shown(
    "period-ended",
    "the current period ended before now",
    ["budget-periods.end"],
    ({ current_period_start }) => ({ current_period_end: current_period_start }),
  ),
  shown(
    "period-turned",
    "the current period's start and end are swapped",
    ["budget-periods.start", "budget-periods.end"],
    ({ current_period_start, current_period_end }) => ({
      current_period_start: current_period_end,
      current_period_end: current_period_start,
    }),
  ),
  {
    name: "never-resets",
    breaks: "at the end of a period nothing is reset",
    names: ["budget-periods.reset"],
    rules: () => ({ reset: () => undefined }),
  },
  {
    name: "rollover-for-all",
    breaks: "unspent funds roll over where they must not",
    names: ["budget-periods.reset"],
    rules: () => ({ reset: (funds) => rules.reset(funds, true) }),
  },
  {
    name: "rollover-for-none",
    breaks: "unspent funds do not roll over where they must",
    names: ["budget-periods.rollover"],
    rules: () => ({ reset: (funds) => rules.reset(funds, false) }),
  },
]

export const budgets = [...fields, ...cadences]
