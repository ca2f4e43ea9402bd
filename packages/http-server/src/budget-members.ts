import { BudgetMembers, Users } from "@outlay/domain"
import { budgetMembers } from "@outlay/http-contract"
import { handler } from "./kernel/handler.ts"

export const budgetMemberHandlers = [
  handler(budgetMembers.list, ({ params, query: { offset, limit, ...filter } }) =>
    BudgetMembers.use((_) => _.list(params, filter, { offset, limit })),
  ),
  handler(budgetMembers.listOfUser, ({ params, query: { offset, limit, ...filter } }) =>
    Users.use((_) => _.memberships(params, filter, { offset, limit })),
  ),
  handler(budgetMembers.get, ({ params }) => BudgetMembers.use((_) => _.get(params))),
  handler(budgetMembers.create, ({ params, body }) =>
    BudgetMembers.use((_) => _.create(params, body)),
  ),
  handler(budgetMembers.update, ({ params, body }) =>
    BudgetMembers.use((_) => _.update(params, body)),
  ),
  handler(budgetMembers.remove, ({ params }) => BudgetMembers.use((_) => _.remove(params))),
]
