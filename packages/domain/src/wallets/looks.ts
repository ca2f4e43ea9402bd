import { type Look, look, one, seen } from "../core/questions.ts"
import type { WalletContext } from "./rules.ts"

/** What is looked at before a wallet is created. */
export const walletContext = (currency: string): Look<WalletContext> =>
  look({ wallet: one("wallets", { currency }) }, seen)
