import { Reports } from "@outlay/domain"
import { reports } from "@outlay/http-contract"
import { handlersOf } from "./kernel/handler.ts"

export const reportsHandlers = handlersOf(reports, {
  spend: ({ params, query }) => Reports.use((_) => _.spend(params.client_id, query)),
})
