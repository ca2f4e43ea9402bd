import { Roles } from "@outlay/domain"
import { roles } from "@outlay/http-contract"
import { handler } from "./kernel/handler.ts"

export const roleHandlers = [
  handler(roles.list, ({ params, query }) => Roles.use((_) => _.list(params.client_id, query))),
]
