import { Webhooks } from "@outlay/domain"
import { webhooks } from "@outlay/http-contract"
import { handlersOf } from "./kernel/handler.ts"

export const webhooksHandlers = handlersOf(webhooks, {
  list: ({ params, query }) => Webhooks.use((_) => _.list(params.client_id, query)),
  get: ({ params }) => Webhooks.use((_) => _.get(params)),
  create: ({ params, body }) => Webhooks.use((_) => _.create(params.client_id, body)),
  update: ({ params, body }) => Webhooks.use((_) => _.update(params, body)),
  remove: ({ params }) => Webhooks.use((_) => _.remove(params)),
  deliveries: ({ params, query }) => Webhooks.use((_) => _.deliveries(params, query)),
  redeliver: ({ params }) => Webhooks.use((_) => _.redeliver(params)),
})
