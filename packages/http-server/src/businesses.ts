import { Businesses } from "@outlay/domain"
import { businesses } from "@outlay/http-contract"
import { handler } from "./kernel/handler.ts"

export const businessHandlers = [
  handler(businesses.list, ({ query }) => Businesses.use((_) => _.list(query))),
  handler(businesses.get, ({ params }) => Businesses.use((_) => _.get(params))),
  handler(businesses.create, ({ body }) => Businesses.use((_) => _.create(body))),
  handler(businesses.update, ({ params, body }) => Businesses.use((_) => _.update(params, body))),
]
