import { CustomFieldBudgets } from "@outlay/domain"
import { customFieldBudgets } from "@outlay/http-contract"
import { handlersOf } from "./kernel/handler.ts"

export const customFieldBudgetsHandlers = handlersOf(customFieldBudgets, {
  list: ({ params, query }) => CustomFieldBudgets.use((_) => _.list(params, query)),
  create: ({ params, body }) =>
    CustomFieldBudgets.use((_) => _.create({ ...params, budget_id: body.budget })),
  remove: ({ params }) => CustomFieldBudgets.use((_) => _.remove(params)),
})
