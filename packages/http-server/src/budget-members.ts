import { BudgetMembers, Users } from "@outlay/domain"
import { budgetMembers } from "@outlay/http-contract"
import { handlersOf } from "./kernel/handler.ts"

export const budgetMembersHandlers = handlersOf(budgetMembers, {
  list: ({ params, query: { offset, limit, ...filter } }) =>
    BudgetMembers.use((_) => _.list(params, filter, { offset, limit })),
  listOfUser: ({ params, query: { offset, limit, ...filter } }) =>
    Users.use((_) => _.memberships(params, filter, { offset, limit })),
  get: ({ params }) => BudgetMembers.use((_) => _.get(params)),
  create: ({ params, body }) => BudgetMembers.use((_) => _.create(params, body)),
  update: ({ params, body }) => BudgetMembers.use((_) => _.update(params, body)),
  remove: ({ params }) => BudgetMembers.use((_) => _.remove(params)),
})
