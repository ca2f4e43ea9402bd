import { Transactions } from "@outlay/domain"
import {
  authorisations,
  expenses,
  operatorTransactions,
  query,
  transactions,
} from "@outlay/http-contract"
import { handlersOf } from "./kernel/handler.ts"

export const transactionsHandlers = handlersOf(transactions, {
  list: ({ params, query: { offset, limit, min_amount, max_amount, ...filter } }) =>
    Transactions.use((_) =>
      _.list(
        params.client_id,
        {
          ...filter,
          min_amount: query.asDecimal(min_amount),
          max_amount: query.asDecimal(max_amount),
        },
        { offset, limit },
      ),
    ),
  get: ({ params }) => Transactions.use((_) => _.get(params)),
  movements: ({ params, query }) => Transactions.use((_) => _.movements(params, query)),
})

export const expensesHandlers = handlersOf(expenses, {
  update: ({ params, body }) => Transactions.use((_) => _.updateExpense(params, body)),
})

export const authorisationsHandlers = handlersOf(authorisations, {
  create: ({ params, body }) => Transactions.use((_) => _.authorise(params.client_id, body)),
})

export const operatorTransactionsHandlers = handlersOf(operatorTransactions, {
  record: ({ params, body }) => Transactions.use((_) => _.record(params.client_id, body)),
  update: ({ params, body }) => Transactions.use((_) => _.update(params, body)),
  clear: ({ params, body }) => Transactions.use((_) => _.clear(params, body)),
  reverse: ({ params, body }) => Transactions.use((_) => _.reverse(params, body)),
  refund: ({ params, body }) => Transactions.use((_) => _.refund(params, body)),
})
