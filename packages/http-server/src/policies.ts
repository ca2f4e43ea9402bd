import { Policies } from "@outlay/domain"
import { policies } from "@outlay/http-contract"
import { handlersOf } from "./kernel/handler.ts"

export const policiesHandlers = handlersOf(policies, {
  list: ({ params, query }) => Policies.use((_) => _.list(params.client_id, query)),
  get: ({ params }) => Policies.use((_) => _.get(params)),
  create: ({ params, body }) => Policies.use((_) => _.create(params.client_id, body)),
  update: ({ params, body }) => Policies.use((_) => _.update(params, body)),
  remove: ({ params }) => Policies.use((_) => _.remove(params)),
})
