import { AccountingCodes } from "@outlay/domain"
import { accountingCodes, syncedAccountingCodes } from "@outlay/http-contract"
import { handler } from "./kernel/handler.ts"

export const accountingCodeHandlers = [
  handler(accountingCodes.list, ({ params, query }) =>
    AccountingCodes.use((_) => _.list(params.client_id, query)),
  ),
  handler(accountingCodes.upsert, ({ params, body }) =>
    AccountingCodes.use((_) => _.upsert(params.client_id, body)),
  ),
  handler(accountingCodes.remove, ({ params }) => AccountingCodes.use((_) => _.remove(params))),
  handler(syncedAccountingCodes.upsert, ({ params, body }) =>
    AccountingCodes.use((_) => _.sync.upsert(params.client_id, body)),
  ),
  handler(syncedAccountingCodes.remove, ({ params }) =>
    AccountingCodes.use((_) => _.sync.remove(params)),
  ),
]
