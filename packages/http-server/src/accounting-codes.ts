import { AccountingCodes } from "@outlay/domain"
import { accountingCodes, syncedAccountingCodes } from "@outlay/http-contract"
import { handlersOf } from "./kernel/handler.ts"

export const accountingCodesHandlers = handlersOf(accountingCodes, {
  list: ({ params, query }) => AccountingCodes.use((_) => _.list(params.client_id, query)),
  upsert: ({ params, body }) => AccountingCodes.use((_) => _.upsert(params.client_id, body)),
  remove: ({ params }) => AccountingCodes.use((_) => _.remove(params)),
})

export const syncedAccountingCodesHandlers = handlersOf(syncedAccountingCodes, {
  upsert: ({ params, body }) => AccountingCodes.use((_) => _.sync.upsert(params.client_id, body)),
  remove: ({ params }) => AccountingCodes.use((_) => _.sync.remove(params)),
})
