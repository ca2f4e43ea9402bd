import { Transactions } from "@outlay/domain"
import { authorisations, expenses, operatorTransactions, transactions } from "@outlay/http-contract"
import { handler } from "./kernel/handler.ts"

export const transactionHandlers = [
  handler(transactions.list, ({ params, query: { offset, limit, ...filter } }) =>
    Transactions.use((_) => _.list(params.client_id, filter, { offset, limit })),
  ),
  handler(transactions.get, ({ params }) => Transactions.use((_) => _.get(params))),
  handler(transactions.movements, ({ params, query }) =>
    Transactions.use((_) => _.movements(params, query)),
  ),
  handler(expenses.update, ({ params, body }) =>
    Transactions.use((_) => _.updateExpense(params, body)),
  ),
  handler(authorisations.create, ({ params, body }) =>
    Transactions.use((_) => _.authorise(params.client_id, body)),
  ),
  handler(operatorTransactions.record, ({ params, body }) =>
    Transactions.use((_) => _.record(params.client_id, body)),
  ),
  handler(operatorTransactions.update, ({ params, body }) =>
    Transactions.use((_) => _.update(params, body)),
  ),
  handler(operatorTransactions.clear, ({ params, body }) =>
    Transactions.use((_) => _.clear(params, body)),
  ),
  handler(operatorTransactions.reverse, ({ params, body }) =>
    Transactions.use((_) => _.reverse(params, body)),
  ),
  handler(operatorTransactions.refund, ({ params, body }) =>
    Transactions.use((_) => _.refund(params, body)),
  ),
]
