import { Tokens } from "@outlay/domain"
import { tokens } from "@outlay/http-contract"
import { handlersOf } from "./kernel/handler.ts"

export const tokensHandlers = handlersOf(tokens, {
  list: ({ params, query }) => Tokens.use((_) => _.list(params.client_id, query)),
  create: ({ params, body }) => Tokens.use((_) => _.create(params.client_id, body)),
  revoke: ({ params }) => Tokens.use((_) => _.revoke(params)),
})
