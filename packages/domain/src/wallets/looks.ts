import { type Look, look, one, seen } from "../core/questions.ts"
import type { WalletContext, WalletKey } from "./rules.ts"

/** What is looked at before a wallet is created. */
export const walletContext = ({ currency }: WalletKey): Look<WalletContext> =>
  look({ wallet: one("wallets", { currency }) }, seen)
