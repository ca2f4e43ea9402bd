import { Budgets } from "@outlay/domain"
import { budgets } from "@outlay/http-contract"
import { handlersOf } from "./kernel/handler.ts"

export const budgetsHandlers = handlersOf(budgets, {
  list: ({ params, query: { offset, limit, ...filter } }) =>
    Budgets.use((_) => _.list(params.client_id, filter, { offset, limit })),
  get: ({ params }) => Budgets.use((_) => _.get(params)),
  create: ({ params, body }) => Budgets.use((_) => _.create(params.client_id, body)),
  update: ({ params, body }) => Budgets.use((_) => _.update(params, body)),
  remove: ({ params }) => Budgets.use((_) => _.remove(params)),
})
