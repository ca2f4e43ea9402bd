import { Budgets } from "@outlay/domain"
import { budgets } from "@outlay/http-contract"
import { handler } from "./kernel/handler.ts"

export const budgetHandlers = [
  handler(budgets.list, ({ params, query: { offset, limit, ...filter } }) =>
    Budgets.use((_) => _.list(params.client_id, filter, { offset, limit })),
  ),
  handler(budgets.get, ({ params }) => Budgets.use((_) => _.get(params))),
  handler(budgets.create, ({ params, body }) =>
    Budgets.use((_) => _.create(params.client_id, body)),
  ),
  handler(budgets.update, ({ params, body }) => Budgets.use((_) => _.update(params, body))),
  handler(budgets.remove, ({ params }) => Budgets.use((_) => _.remove(params))),
]
