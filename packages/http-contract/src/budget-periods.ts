import { BudgetPeriodRecord, Fields } from "@outlay/domain/fields"
import { budget_id } from "./budgets.ts"
import { endpoint, pageOf } from "./shared/endpoint.ts"
import { client_id } from "./shared/path.ts"
import { notFound } from "./shared/problem.ts"
import { page } from "./shared/query.ts"
import { wire } from "./shared/wire.ts"

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

export const budgetPeriod = wire(Fields.without(BudgetPeriodRecord, "budget_id"), { example })

/** "The event `budget.period_restated` has as `data` the charge's period, with `budget_id`." */
export const restatedPeriod = wire(BudgetPeriodRecord, {
  identifier: "RestatedBudgetPeriod",
  description: "Past budget period after a late transaction changed it.",
  example: {
    budget_id: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b3c",
    ...example,
    number: 10,
    restated: true,
  },
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
      "Returns the periods of the budget, newest first. A late transaction changes the spent and closing amounts of its period and, if funds have rolled over since then, the amount available now.",
    params: { client_id, budget_id },
    query: page,
    success: pageOf(budgetPeriod),
    problems: [notFound],
  }),
}
