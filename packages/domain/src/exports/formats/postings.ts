import { type Account, type Entry, taxAccount } from "../lines.ts"

/**
 * One side of an entry: debits are positive, credits negative. The postings of an entry add up to
 * 0.
 */
export interface Posting {
  readonly account: Account
  readonly amount: number
  readonly tax_code: string | null
  readonly description: string
}

/** Currency in which an entry is posted. */
export type PostedIn = "wallet" | "business"

/** Returns the postings of an entry: the wallet, then each line without its tax, and the tax. */
export const postingsOf = (entry: Entry, posted: PostedIn): ReadonlyArray<Posting> => {
  const isWallet = posted === "wallet"
  const wallet = {
    account: entry.wallet,
    amount: isWallet ? entry.wallet_amount : entry.amount,
    tax_code: null,
    description: "",
  }
  const lines = entry.lines.flatMap((line) => {
    const tax = isWallet ? line.wallet_tax : line.tax
    const amount = (isWallet ? line.wallet_amount : line.amount) - tax
    const { account, tax_code, description } = line
    return [
      { account, amount: -amount, tax_code, description },
      { account: taxAccount, amount: -tax, tax_code, description },
    ]
  })
  return [wallet, ...lines].filter(({ amount }) => amount !== 0)
}
