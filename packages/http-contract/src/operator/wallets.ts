import { Wallet } from "@outlay/domain/fields"
import { WalletExists } from "@outlay/domain/rules"
import { bodyOf } from "../shared/body.ts"
import { endpoint, one } from "../shared/endpoint.ts"
import { client_id } from "../shared/path.ts"
import { notFound, problem } from "../shared/problem.ts"
import { CurrencyCode } from "../shared/text.ts"
import * as value from "../shared/values.ts"
import { wire } from "../shared/wire.ts"

export const wallet = wire(Wallet, {
  example: {
    currency: "USD",
    balance: 0,
    created: "2026-01-05T09:00:00.000Z",
    updated: "2026-01-05T09:00:00.000Z",
  },
})

export const CreateWallet = bodyOf(Wallet, { currency: CurrencyCode }).annotate({
  identifier: "CreateWallet",
  description: "Currency of the new wallet.",
  examples: [{ currency: "USD" }] as never,
})

export const walletExists = problem(WalletExists, "The wallet already exists", {
  values: { currency: value.words },
})

export const wallets = {
  create: endpoint({
    operation: "wallets.create",
    method: "POST",
    path: "/operator/v1/businesses/{client_id}/wallets",
    access: "operator",
    summary: "Create a wallet",
    description: "Creates a wallet in another currency.",
    params: { client_id },
    body: CreateWallet,
    success: one(wallet, 201),
    problems: [notFound, walletExists],
  }),
}
