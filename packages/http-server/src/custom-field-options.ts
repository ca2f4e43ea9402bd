import { CustomFieldOptions } from "@outlay/domain"
import { customFieldOptions } from "@outlay/http-contract"
import { handler } from "./kernel/handler.ts"

export const customFieldOptionHandlers = [
  handler(customFieldOptions.list, ({ params, query }) =>
    CustomFieldOptions.use((_) => _.list(params, query)),
  ),
  handler(customFieldOptions.create, ({ params, body }) =>
    CustomFieldOptions.use((_) => _.create(params, body)),
  ),
  handler(customFieldOptions.update, ({ params, body }) =>
    CustomFieldOptions.use((_) => _.update(params, body)),
  ),
  handler(customFieldOptions.remove, ({ params }) =>
    CustomFieldOptions.use((_) => _.remove(params)),
  ),
]
