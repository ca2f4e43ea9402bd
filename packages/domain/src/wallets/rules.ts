import { Result } from "effect"
import { requireCurrency } from "../core/currencies.ts"
import type { Decision } from "../core/decision.ts"
import { zero } from "../core/money.ts"
import type { Wallet } from "../core/records/businesses.ts"
import { rowCreation } from "../core/row-change.ts"
import { WalletExists } from "./errors.ts"

export interface WalletKey {
  readonly client_id: number
  /** ISO 4217. */
  readonly currency: string
}

/** What a store loads, under its lock, before a wallet is created. */
export interface WalletContext {
  /** The wallet of that currency, or null. */
  readonly wallet: Wallet | null
}

/**
 * Opens a wallet in one more currency, empty. Refused: the business has one in it.
 *
 * @throws RangeError for what is not the code of a currency, which the API's schema refuses.
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
