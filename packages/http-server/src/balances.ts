import { Balances } from "@outlay/domain"
import { balances } from "@outlay/http-contract"
import { handlersOf } from "./kernel/handler.ts"

export const balancesHandlers = handlersOf(balances, {
  list: ({ params }) => Balances.use((_) => _.list(params.client_id)),
})
