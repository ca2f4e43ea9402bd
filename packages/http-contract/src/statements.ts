import { type Statement as DomainStatement, toMajor, UnknownCurrency } from "@outlay/domain"
import { Schema } from "effect"
import { endpoint, one } from "./shared/endpoint.ts"
import type { Links } from "./shared/links.ts"
import { client_id } from "./shared/path.ts"
import { amountOutOfRange, problem } from "./shared/problem.ts"
import { date, page, required, text } from "./shared/query.ts"

export const DailyBalance = Schema.Struct({
  date: Schema.String,
  opening_balance: Schema.Finite,
  closing_balance: Schema.Finite,
  id: Schema.String,
  created: Schema.String,
  updated: Schema.String,
}).annotate({
  identifier: "DailyBalance",
  description: "What a wallet held when a UTC day began and when it ended.",
  examples: [
    {
      date: "2026-11-02",
      opening_balance: 1_000,
      closing_balance: 957.5,
      id: "7-AUD-2026-11-02",
      created: "2026-11-02T00:00:00.000Z",
      updated: "2026-11-02T03:15:00.412Z",
    },
  ],
})

export const Statement = Schema.Struct({
  count: Schema.Int,
  next: Schema.NullOr(Schema.String),
  previous: Schema.NullOr(Schema.String),
  start_date: Schema.String,
  end_date: Schema.String,
  currency: Schema.String,
  opening_balance: Schema.Finite,
  closing_balance: Schema.Finite,
  daily_balances: Schema.Array(DailyBalance),
}).annotate({
  identifier: "Statement",
  description: "The daily balances of a wallet; both balances are those of the whole period.",
  examples: [
    {
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
  ],
})

export const encodeStatement = (statement: DomainStatement & Links): typeof Statement.Type => {
  const { currency } = statement
  return {
    count: statement.count,
    next: statement.next,
    previous: statement.previous,
    start_date: statement.start_date,
    end_date: statement.end_date,
    currency,
    opening_balance: toMajor(statement.opening_balance, currency),
    closing_balance: toMajor(statement.closing_balance, currency),
    daily_balances: statement.daily_balances.map((day) => ({
      date: day.date,
      opening_balance: toMajor(day.opening_balance, currency),
      closing_balance: toMajor(day.closing_balance, currency),
      id: day.id,
      created: day.created,
      updated: day.updated,
    })),
  }
}

export const unknownCurrency = problem(UnknownCurrency, {
  status: 400,
  title: "No wallet in this currency",
})

export const statements = {
  get: endpoint({
    operation: "statements.get",
    method: "GET",
    path: "/v1/businesses/{client_id}/statements",
    access: { resource: "statements", action: "read" },
    summary: "Read a statement",
    description:
      "The daily balances of one wallet from `start_date` to `end_date`, both inclusive; days before the wallet existed and days to come are left out.",
    params: { client_id },
    query: {
      ...page,
      start_date: required(date("The first UTC day of the period.")),
      end_date: required(date("The last UTC day of the period; not before `start_date`.")),
      currency: text("The currency of the wallet; default the business's own.", 3, "AUD"),
    },
    ordered: [["start_date", "end_date"]],
    success: one(Statement, encodeStatement),
    problems: [unknownCurrency, amountOutOfRange],
  }),
}
