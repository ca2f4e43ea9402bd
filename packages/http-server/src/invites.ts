import { Invites } from "@outlay/domain"
import { invites, operatorInvites } from "@outlay/http-contract"
import { handler } from "./kernel/handler.ts"

export const inviteHandlers = [
  handler(invites.list, ({ params, query }) => Invites.use((_) => _.list(params.client_id, query))),
  handler(invites.create, ({ params, body }) =>
    Invites.use((_) => _.create(params.client_id, body)),
  ),
  handler(invites.cancel, ({ params }) => Invites.use((_) => _.cancel(params))),
  handler(operatorInvites.accept, ({ params, body }) => Invites.use((_) => _.accept(params, body))),
]
