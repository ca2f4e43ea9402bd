import { Tokens } from "@outlay/domain"
import { apiTokens, operatorTokens } from "@outlay/http-contract"
import { handlersOf } from "./kernel/handler.ts"

export const apiTokensHandlers = handlersOf(apiTokens, {
  list: ({ params, query }) => Tokens.use((_) => _.list(params.client_id, query)),
  create: ({ params, body }) => Tokens.use((_) => _.createOwn(params.client_id, body)),
  revoke: ({ params }) => Tokens.use((_) => _.revoke(params)),
})

export const operatorTokensHandlers = handlersOf(operatorTokens, {
  list: ({ params, query }) => Tokens.use((_) => _.list(params.client_id, query)),
  create: ({ params, body }) => Tokens.use((_) => _.create(params.client_id, body)),
  revoke: ({ params }) => Tokens.use((_) => _.revoke(params)),
})
