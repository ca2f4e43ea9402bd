import { Users } from "@outlay/domain"
import { operatorUsers, users } from "@outlay/http-contract"
import { handler } from "./kernel/handler.ts"

export const userHandlers = [
  handler(users.list, ({ params, query: { offset, limit, ...filter } }) =>
    Users.use((_) => _.list(params.client_id, filter, { offset, limit })),
  ),
  handler(users.get, ({ params }) => Users.use((_) => _.get(params))),
  handler(users.update, ({ params, body }) => Users.use((_) => _.update(params, body))),
  handler(users.remove, ({ params }) => Users.use((_) => _.remove(params))),
  handler(operatorUsers.create, ({ params, body }) =>
    Users.use((_) => _.create(params.client_id, body)),
  ),
]
