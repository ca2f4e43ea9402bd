import { Roles } from "@outlay/domain"
import { roles } from "@outlay/http-contract"
import { handlersOf } from "./kernel/handler.ts"

export const rolesHandlers = handlersOf(roles, {
  list: ({ params, query }) => Roles.use((_) => _.list(params.client_id, query)),
})
