import { CustomFieldBudgets } from "@outlay/domain"
import { customFieldBudgets } from "@outlay/http-contract"
import { handler } from "./kernel/handler.ts"

export const customFieldBudgetHandlers = [
  handler(customFieldBudgets.list, ({ params, query }) =>
    CustomFieldBudgets.use((_) => _.list(params, query)),
  ),
  handler(customFieldBudgets.create, ({ params, body }) =>
    CustomFieldBudgets.use((_) => _.create({ ...params, budget_id: body.budget })),
  ),
  handler(customFieldBudgets.remove, ({ params }) =>
    CustomFieldBudgets.use((_) => _.remove(params)),
  ),
]
