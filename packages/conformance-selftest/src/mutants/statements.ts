import { jsonResponse } from "../wire.ts"
import { answering, bodyOf, isGood, type Json, querying, responseBody } from "./edges.ts"
import type { Mutant } from "./mutant.ts"

const statement = (
  name: string,
  breaks: string,
  names: ReadonlyArray<string>,
  change: (statement: Json) => Json,
): Mutant => ({
  name,
  breaks,
  names,
  edge: responseBody("GET", ["statements"], (body) => ({ ...body, ...change(body) })),
})

export const statements: ReadonlyArray<Mutant> = [
  statement(
    "statement-count-of-page",
    "a statement's `count` is that of its page",
    ["statements.count"],
    ({ daily_balances }) => ({ count: daily_balances.length }),
  ),
  statement(
    "days-do-not-follow",
    "a day's opening balance is not the closing balance of the day before",
    ["statements.continuous"],
    ({ daily_balances }) => ({
      daily_balances: daily_balances.map((day: Json, index: number) => ({
        ...day,
        opening_balance: index === 0 ? day.opening_balance : day.closing_balance,
      })),
    }),
  ),
  statement(
    "statement-balances-of-page",
    "a statement's balances are those of its page",
    ["statements.balances"],
    ({ daily_balances, opening_balance, closing_balance }) => ({
      opening_balance: daily_balances[0]?.opening_balance ?? opening_balance,
      closing_balance: daily_balances.at(-1)?.closing_balance ?? closing_balance,
    }),
  ),
  statement(
    "statement-balances-turned",
    "a statement's opening and closing balance are swapped",
    ["statements.balances", "statements.movements"],
    ({ opening_balance, closing_balance }) => ({
      opening_balance: closing_balance,
      closing_balance: opening_balance,
    }),
  ),
  statement(
    "statement-currency-fixed",
    "a statement always shows the business's currency",
    ["statements.currency"],
    () => ({ currency: "AUD" }),
  ),
  {
    name: "currency-ignored",
    breaks: "a statement is in the business's currency for every requested currency",
    names: ["statements.currency", "statements.movements"],
    edge: querying(["statements"], (query) => query.delete("currency")),
  },
  {
    name: "last-day-of-statement-missing",
    breaks: "a statement omits its last day",
    names: ["statements.days", "statements.count", "statements.period"],
    edge: querying(["statements"], (query) => {
      const last = Date.parse(query.get("end_date") ?? "")
      if (Number.isNaN(last) || query.get("start_date") === query.get("end_date")) return
      query.set("end_date", new Date(last - 86_400_000).toISOString().slice(0, 10))
    }),
  },
  {
    name: "balances-off",
    breaks: "a wallet's balance is not the sum of its movements",
    names: ["balances.sum", "balances.statement"],
    edge: responseBody("GET", ["balance"], (wallets) =>
      wallets.map((wallet: Json) => ({ ...wallet, balance: wallet.balance + 0.01 })),
    ),
  },
  {
    name: "one-wallet-only",
    breaks: "only the wallet of the business's currency has a balance",
    names: ["balances.wallets"],
    edge: responseBody("GET", ["balance"], (wallets) =>
      wallets.filter((wallet: Json) => wallet.currency === "AUD"),
    ),
  },
  {
    name: "balance-remembered",
    breaks: "a balance is read once and never updated",
    names: ["balances.real-time"],
    edge: (next) => {
      const seen = new Map<string, string>()
      return answering("GET", ["balance"], async (request) => {
        const response = await next(request)
        if (!isGood(response)) return response
        const first = seen.get(request.url) ?? response.body
        seen.set(request.url, first)
        return jsonResponse(200, bodyOf({ body: first }))
      })(next)
    },
  },
]
