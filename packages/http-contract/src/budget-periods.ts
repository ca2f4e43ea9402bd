import { type BudgetPeriodRecord, toMajor } from "@outlay/domain"
import { Schema } from "effect"
import { budget_id } from "./budgets.ts"
import { endpoint, pageOf, type Shown } from "./shared/endpoint.ts"
import { client_id } from "./shared/path.ts"
import { notFound } from "./shared/problem.ts"
import { page } from "./shared/query.ts"

const example = {
  number: 11,
  start: "2026-11-01T00:00:00.000Z",
  end: "2026-11-30T23:59:59.999Z",
  opening_amount: 2_000,
  topped_up_amount: 250,
  moved_amount: 0,
  spent_amount: 749.5,
  closing_amount: 1_500.5,
  restated: false,
}

export const BudgetPeriod = Schema.Struct({
  number: Schema.Int,
  start: Schema.String,
  end: Schema.NullOr(Schema.String),
  opening_amount: Schema.Finite,
  topped_up_amount: Schema.Finite,
  moved_amount: Schema.Finite,
  spent_amount: Schema.Finite,
  closing_amount: Schema.Finite,
  restated: Schema.Boolean,
}).annotate({
  identifier: "BudgetPeriod",
  description:
    "A period of a budget, from the reset that began it to the reset that ended it: opening + topped up + moved - spent = closing, of the current one what is available now.",
  examples: [example],
})

export const encodePeriod = (
  period: BudgetPeriodRecord,
  { currency }: Shown,
): typeof BudgetPeriod.Type => ({
  number: period.number,
  start: period.start,
  end: period.end,
  opening_amount: toMajor(period.opening_amount, currency),
  topped_up_amount: toMajor(period.topped_up_amount, currency),
  moved_amount: toMajor(period.moved_amount, currency),
  spent_amount: toMajor(period.spent_amount, currency),
  closing_amount: toMajor(period.closing_amount, currency),
  restated: period.restated,
})

/** "The event `budget.period_restated` has as `data` the charge's period, with `budget_id`." */
export const RestatedPeriod = Schema.Struct({
  budget_id: Schema.String,
  ...BudgetPeriod.fields,
}).annotate({
  identifier: "RestatedBudgetPeriod",
  description: "An earlier period of a budget after something of it came late.",
  examples: [
    { budget_id: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b3c", ...example, number: 10, restated: true },
  ],
})

export const encodeRestatedPeriod = (
  period: BudgetPeriodRecord,
  shown: Shown,
): typeof RestatedPeriod.Type => ({
  budget_id: period.budget_id,
  ...encodePeriod(period, shown),
})

export const budgetPeriods = {
  list: endpoint({
    operation: "budgetPeriods.list",
    method: "GET",
    path: "/v1/businesses/{client_id}/budgets/{budget_id}/periods",
    access: { resource: "budgets", action: "read" },
    self: "budgets.periods",
    summary: "List the periods of a budget",
    description:
      "The periods of the budget, the newest first. What comes late of an earlier one restates it: its spent and closing amounts, and where the resets since then rolled funds over what is available now.",
    params: { client_id, budget_id },
    query: page,
    success: pageOf(BudgetPeriod, encodePeriod),
    problems: [notFound],
  }),
}
