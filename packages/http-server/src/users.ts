import { Users } from "@outlay/domain"
import { operatorUsers, users } from "@outlay/http-contract"
import { handlersOf } from "./kernel/handler.ts"

export const usersHandlers = handlersOf(users, {
  list: ({ params, query: { offset, limit, ...filter } }) =>
    Users.use((_) => _.list(params.client_id, filter, { offset, limit })),
  get: ({ params }) => Users.use((_) => _.get(params)),
  update: ({ params, body }) => Users.use((_) => _.update(params, body)),
  remove: ({ params }) => Users.use((_) => _.remove(params)),
})

export const operatorUsersHandlers = handlersOf(operatorUsers, {
  create: ({ params, body }) => Users.use((_) => _.create(params.client_id, body)),
})
