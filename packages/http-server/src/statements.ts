import { Statements } from "@outlay/domain"
import { links, statements } from "@outlay/http-contract"
import { Effect } from "effect"
import { handlersOf } from "./kernel/handler.ts"

export const statementsHandlers = handlersOf(statements, {
  get: ({ params, query: { offset, limit, ...period } }) =>
    Statements.use((_) => _.get(params.client_id, period, { offset, limit })).pipe(
      Effect.map((statement) => ({ ...statement, ...links(statement.count, offset, limit) })),
    ),
})
