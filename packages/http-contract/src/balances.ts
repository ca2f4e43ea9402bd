import { Balance } from "@outlay/domain/fields"
import { Schema } from "effect"
import { endpoint, one, type Shown } from "./shared/endpoint.ts"
import { client_id } from "./shared/path.ts"
import { wire } from "./shared/wire.ts"

const balance = wire(Balance, { example: { currency: "AUD", balance: 957.5 } })

/** "A bare array of `{currency, balance}`, ordered by currency." */
const allBalances = {
  schema: Schema.Array(balance.schema).annotate({
    identifier: "Balances",
    description: "Balance of each wallet, ordered by currency.",
    examples: [[{ currency: "AUD", balance: 957.5 }]],
  }),
  encode: (balances: ReadonlyArray<Balance>, business: Shown) =>
    balances.map((each) => balance.encode(each, business)),
}

export const balances = {
  list: endpoint({
    operation: "balances.list",
    method: "GET",
    path: "/v1/businesses/{client_id}/balance",
    access: { resource: "balances", action: "read" },
    summary: "Get the balances",
    description: "Returns the current balance of each wallet of the business.",
    params: { client_id },
    success: one(allBalances),
    problems: [],
  }),
}
