import { BudgetPeriods } from "@outlay/domain"
import { budgetPeriods } from "@outlay/http-contract"
import { handler } from "./kernel/handler.ts"

export const budgetPeriodHandlers = [
  handler(budgetPeriods.list, ({ params, query }) =>
    BudgetPeriods.use((_) => _.list(params, query)),
  ),
]
