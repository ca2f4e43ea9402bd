import { type Look, look, one, seen } from "../core/questions.ts"
import type { WalletContext } from "./rules.ts"

/** Loads the context of a decision about a wallet. */
export const walletContext = (currency: string): Look<WalletContext> =>
  look({ wallet: one("wallets", { currency }) }, seen)
