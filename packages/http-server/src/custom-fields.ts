import { CustomFields } from "@outlay/domain"
import { customFields, syncedCustomFields } from "@outlay/http-contract"
import { handler } from "./kernel/handler.ts"

export const customFieldHandlers = [
  handler(customFields.list, ({ params, query }) =>
    CustomFields.use((_) => _.list(params.client_id, query)),
  ),
  handler(customFields.get, ({ params }) => CustomFields.use((_) => _.get(params))),
  handler(customFields.create, ({ params, body }) =>
    CustomFields.use((_) => _.create(params.client_id, body)),
  ),
  handler(customFields.update, ({ params, body }) =>
    CustomFields.use((_) => _.update(params, body)),
  ),
  handler(customFields.remove, ({ params }) => CustomFields.use((_) => _.remove(params))),
  handler(syncedCustomFields.create, ({ params, body }) =>
    CustomFields.use((_) => _.createSynced(params.client_id, body)),
  ),
  handler(syncedCustomFields.update, ({ params, body }) =>
    CustomFields.use((_) => _.updateSynced(params, body)),
  ),
  handler(syncedCustomFields.remove, ({ params }) =>
    CustomFields.use((_) => _.removeSynced(params)),
  ),
]
