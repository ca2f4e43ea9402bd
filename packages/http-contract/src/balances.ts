import { type Balance as DomainBalance, toMajor } from "@outlay/domain"
import { Schema } from "effect"
import { endpoint, one } from "./shared/endpoint.ts"
import { client_id } from "./shared/path.ts"

export const Balance = Schema.Struct({
  currency: Schema.String,
  balance: Schema.Finite,
}).annotate({
  identifier: "Balance",
  description: "What the wallet of one currency holds now; holds are already out of it.",
  examples: [{ currency: "AUD", balance: 957.5 }],
})

/** "A bare array of `{currency, balance}`, ordered by currency." */
export const Balances = Schema.Array(Balance).annotate({
  identifier: "Balances",
  description: "The balance of each wallet, ordered by currency.",
  examples: [[{ currency: "AUD", balance: 957.5 }]],
})

export const encodeBalances = (
  balances: ReadonlyArray<DomainBalance>,
): ReadonlyArray<typeof Balance.Type> =>
  balances.map(({ currency, balance }) => ({ currency, balance: toMajor(balance, currency) }))

export const balances = {
  list: endpoint({
    operation: "balances.list",
    method: "GET",
    path: "/v1/businesses/{client_id}/balance",
    access: { resource: "balances", action: "read" },
    summary: "Read the balances",
    description: "What each wallet of the business holds now.",
    params: { client_id },
    success: one(Balances, encodeBalances),
    problems: [],
  }),
}
