import { Invites } from "@outlay/domain"
import { invites, operatorInvites } from "@outlay/http-contract"
import { handlersOf } from "./kernel/handler.ts"

export const invitesHandlers = handlersOf(invites, {
  list: ({ params, query }) => Invites.use((_) => _.list(params.client_id, query)),
  create: ({ params, body }) => Invites.use((_) => _.create(params.client_id, body)),
  cancel: ({ params }) => Invites.use((_) => _.cancel(params)),
})

export const operatorInvitesHandlers = handlersOf(operatorInvites, {
  accept: ({ params, body }) => Invites.use((_) => _.accept(params, body)),
})
