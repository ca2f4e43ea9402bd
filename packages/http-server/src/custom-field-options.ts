import { CustomFieldOptions } from "@outlay/domain"
import { customFieldOptions } from "@outlay/http-contract"
import { handlersOf } from "./kernel/handler.ts"

export const customFieldOptionsHandlers = handlersOf(customFieldOptions, {
  list: ({ params, query }) => CustomFieldOptions.use((_) => _.list(params, query)),
  get: ({ params }) => CustomFieldOptions.use((_) => _.get(params)),
  create: ({ params, body }) => CustomFieldOptions.use((_) => _.create(params, body)),
  update: ({ params, body }) => CustomFieldOptions.use((_) => _.update(params, body)),
  remove: ({ params }) => CustomFieldOptions.use((_) => _.remove(params)),
})
