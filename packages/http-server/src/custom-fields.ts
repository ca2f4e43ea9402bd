import { CustomFields } from "@outlay/domain"
import { customFields, syncedCustomFields } from "@outlay/http-contract"
import { handlersOf } from "./kernel/handler.ts"

export const customFieldsHandlers = handlersOf(customFields, {
  list: ({ params, query }) => CustomFields.use((_) => _.list(params.client_id, query)),
  get: ({ params }) => CustomFields.use((_) => _.get(params)),
  create: ({ params, body }) => CustomFields.use((_) => _.create(params.client_id, body)),
  update: ({ params, body }) => CustomFields.use((_) => _.update(params, body)),
  remove: ({ params }) => CustomFields.use((_) => _.remove(params)),
})

export const syncedCustomFieldsHandlers = handlersOf(syncedCustomFields, {
  create: ({ params, body }) => CustomFields.use((_) => _.createSynced(params.client_id, body)),
  update: ({ params, body }) => CustomFields.use((_) => _.updateSynced(params, body)),
  remove: ({ params }) => CustomFields.use((_) => _.removeSynced(params)),
})
