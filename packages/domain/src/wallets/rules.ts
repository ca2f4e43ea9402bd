import { Result } from "effect"
import { requireCurrency } from "../core/currencies.ts"
import type { Decision } from "../core/decision.ts"
import { zero } from "../core/money.ts"
import type { Wallet } from "../core/records/businesses.ts"
import { rowCreation } from "../core/row-change.ts"
import { WalletExists } from "./errors.ts"

export interface WalletKey {
  readonly client_id: number
  /** ISO 4217 code. */
  readonly currency: string
}

/** Data that a store loads under its lock before a wallet is created. */
export interface WalletContext {
  /** Wallet in that currency, or null. */
  readonly wallet: Wallet | null
}

/**
 * Opens an empty wallet in another currency. Refuses a currency in which the business has a wallet.
 * @throws RangeError for a text that is not a currency code, which the API's schema refuses before.
 */
export const decideWallet = (
  { wallet }: WalletContext,
  { client_id, currency, now }: WalletKey & { readonly now: string },
): Result.Result<Decision<Wallet>, WalletExists> => {
  requireCurrency("/currency", currency)
  if (wallet !== null) return Result.fail(new WalletExists({ pointer: "/currency", currency }))
  const result: Wallet = { client_id, currency, balance: zero, created: now, updated: now }
  return Result.succeed({ result, ...rowCreation("wallet.created", result) })
}
