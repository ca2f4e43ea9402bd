import { Categories } from "@outlay/domain"
import { categories } from "@outlay/http-contract"
import { handlersOf } from "./kernel/handler.ts"

export const categoriesHandlers = handlersOf(categories, {
  list: ({ params, query: { offset, limit, ...filter } }) =>
    Categories.use((_) => _.list(params.client_id, filter, { offset, limit })),
  get: ({ params }) => Categories.use((_) => _.get(params)),
  create: ({ params, body }) => Categories.use((_) => _.create(params.client_id, body)),
  update: ({ params, body }) => Categories.use((_) => _.update(params, body)),
  remove: ({ params }) => Categories.use((_) => _.remove(params)),
  map: ({ params, body }) => Categories.use((_) => _.map(params, body)),
})
