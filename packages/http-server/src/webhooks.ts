import { Webhooks } from "@outlay/domain"
import { webhooks } from "@outlay/http-contract"
import { handler } from "./kernel/handler.ts"

export const webhookHandlers = [
  handler(webhooks.list, ({ params, query }) =>
    Webhooks.use((_) => _.list(params.client_id, query)),
  ),
  handler(webhooks.get, ({ params }) => Webhooks.use((_) => _.get(params))),
  handler(webhooks.create, ({ params, body }) =>
    Webhooks.use((_) => _.create(params.client_id, body)),
  ),
  handler(webhooks.update, ({ params, body }) => Webhooks.use((_) => _.update(params, body))),
  handler(webhooks.remove, ({ params }) => Webhooks.use((_) => _.remove(params))),
  handler(webhooks.deliveries, ({ params, query }) =>
    Webhooks.use((_) => _.deliveries(params, query)),
  ),
  handler(webhooks.redeliver, ({ params }) => Webhooks.use((_) => _.redeliver(params))),
]
