import { Businesses } from "@outlay/domain"
import { businesses } from "@outlay/http-contract"
import { handlersOf } from "./kernel/handler.ts"

export const businessesHandlers = handlersOf(businesses, {
  list: ({ query }) => Businesses.use((_) => _.list(query)),
  get: ({ params }) => Businesses.use((_) => _.get(params)),
  create: ({ body }) => Businesses.use((_) => _.create(body)),
  update: ({ params, body }) => Businesses.use((_) => _.update(params, body)),
})
