import { Fields, Statement } from "@outlay/domain/fields"
import { UnknownCurrency } from "@outlay/domain/rules"
import { endpoint, one } from "./shared/endpoint.ts"
import { client_id } from "./shared/path.ts"
import { amountOutOfRange, problem } from "./shared/problem.ts"
import { date, page, required, text } from "./shared/query.ts"
import * as value from "./shared/values.ts"
import { wire } from "./shared/wire.ts"

const pageQuery = (offset: number, description: string) =>
  Fields.nullable(Fields.text().annotate({ examples: [`offset=${offset}&limit=50`] }), description)

const StatementPage = Fields.shown(Statement, {
  next: pageQuery(50, "Query string of the next page of days; null on the last page."),
  previous: pageQuery(0, "Query string of the previous page of days; null on the first page."),
})

export const statement = wire(StatementPage, {
  example: {
    count: 1,
    next: null,
    previous: null,
    start_date: "2026-11-02",
    end_date: "2026-11-02",
    currency: "AUD",
    opening_balance: 1_000,
    closing_balance: 957.5,
    daily_balances: [
      {
        date: "2026-11-02",
        opening_balance: 1_000,
        closing_balance: 957.5,
        id: "7-AUD-2026-11-02",
        created: "2026-11-02T00:00:00.000Z",
        updated: "2026-11-02T03:15:00.412Z",
      },
    ],
  },
})

export const unknownCurrency = problem(UnknownCurrency, "No wallet in this currency", {
  values: { currency: value.words },
})

export const statements = {
  get: endpoint({
    operation: "statements.get",
    method: "GET",
    path: "/v1/businesses/{client_id}/statements",
    access: { resource: "statements", action: "read" },
    summary: "Get a statement",
    description:
      "Returns the daily balances of one wallet from `start_date` to `end_date`, both inclusive. Days before the wallet existed and future days are omitted.",
    params: { client_id },
    query: {
      ...page,
      start_date: required(date("First UTC day of the period.")),
      end_date: required(date("Last UTC day of the period; not before `start_date`.")),
      currency: text("Currency of the wallet; defaults to the business's own.", 3, "AUD"),
    },
    ordered: [["start_date", "end_date"]],
    success: one(statement),
    problems: [unknownCurrency, amountOutOfRange],
  }),
}
