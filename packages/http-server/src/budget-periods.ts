import { BudgetPeriods } from "@outlay/domain"
import { budgetPeriods } from "@outlay/http-contract"
import { handlersOf } from "./kernel/handler.ts"

export const budgetPeriodsHandlers = handlersOf(budgetPeriods, {
  list: ({ params, query }) => BudgetPeriods.use((_) => _.list(params, query)),
})
