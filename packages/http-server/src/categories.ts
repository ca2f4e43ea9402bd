import { Categories } from "@outlay/domain"
import { categories } from "@outlay/http-contract"
import { handler } from "./kernel/handler.ts"

export const categoryHandlers = [
  handler(categories.list, ({ params, query: { offset, limit, ...filter } }) =>
    Categories.use((_) => _.list(params.client_id, filter, { offset, limit })),
  ),
  handler(categories.create, ({ params, body }) =>
    Categories.use((_) => _.create(params.client_id, body)),
  ),
  handler(categories.update, ({ params, body }) => Categories.use((_) => _.update(params, body))),
  handler(categories.remove, ({ params }) => Categories.use((_) => _.remove(params))),
  handler(categories.map, ({ params, body }) => Categories.use((_) => _.map(params, body))),
]
