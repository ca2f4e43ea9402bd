import { Policies } from "@outlay/domain"
import { policies } from "@outlay/http-contract"
import { handler } from "./kernel/handler.ts"

export const policyHandlers = [
  handler(policies.list, ({ params, query }) =>
    Policies.use((_) => _.list(params.client_id, query)),
  ),
  handler(policies.get, ({ params }) => Policies.use((_) => _.get(params))),
  handler(policies.create, ({ params, body }) =>
    Policies.use((_) => _.create(params.client_id, body)),
  ),
  handler(policies.update, ({ params, body }) => Policies.use((_) => _.update(params, body))),
  handler(policies.remove, ({ params }) => Policies.use((_) => _.remove(params))),
]
