import { Books } from "@outlay/domain"
import { books } from "@outlay/http-contract"
import { handlersOf } from "./kernel/handler.ts"

export const booksHandlers = handlersOf(books, {
  get: ({ params }) => Books.use((_) => _.get(params.client_id)),
  update: ({ params, body }) => Books.use((_) => _.update(params.client_id, body)),
})
