import { BudgetOwners } from "@outlay/domain"
import { budgetOwners } from "@outlay/http-contract"
import { handler } from "./kernel/handler.ts"

export const budgetOwnerHandlers = [
  handler(budgetOwners.list, ({ params, query: { offset, limit, ...filter } }) =>
    BudgetOwners.use((_) => _.list(params, filter, { offset, limit })),
  ),
  handler(budgetOwners.create, ({ params, body }) =>
    BudgetOwners.use((_) => _.create(params, body)),
  ),
  handler(budgetOwners.remove, ({ params }) => BudgetOwners.use((_) => _.remove(params))),
]
