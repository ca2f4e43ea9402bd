import { Tokens } from "@outlay/domain"
import { tokens } from "@outlay/http-contract"
import { handler } from "./kernel/handler.ts"

export const tokenHandlers = [
  handler(tokens.list, ({ params, query }) => Tokens.use((_) => _.list(params.client_id, query))),
  handler(tokens.create, ({ params, body }) => Tokens.use((_) => _.create(params.client_id, body))),
  handler(tokens.revoke, ({ params }) => Tokens.use((_) => _.revoke(params))),
]
