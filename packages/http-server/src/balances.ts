import { Balances } from "@outlay/domain"
import { balances } from "@outlay/http-contract"
import { handler } from "./kernel/handler.ts"

export const balanceHandlers = [
  handler(balances.list, ({ params }) => Balances.use((_) => _.list(params.client_id))),
]
