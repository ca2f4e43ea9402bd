import { BudgetOwners } from "@outlay/domain"
import { budgetOwners } from "@outlay/http-contract"
import { handlersOf } from "./kernel/handler.ts"

export const budgetOwnersHandlers = handlersOf(budgetOwners, {
  list: ({ params, query: { offset, limit, ...filter } }) =>
    BudgetOwners.use((_) => _.list(params, filter, { offset, limit })),
  create: ({ params, body }) => BudgetOwners.use((_) => _.create(params, body)),
  remove: ({ params }) => BudgetOwners.use((_) => _.remove(params)),
})
