import { Schema } from "effect"
import { amount, currencyCode } from "../core/fields.ts"

/** Balance of a wallet, in minor units of its currency: "it includes holds". */
export const Balance = Schema.Struct({
  currency: currencyCode("Currency of the wallet."),
  balance: amount("Balance; holds are already deducted.", { field: "currency" }),
}).annotate({
  identifier: "Balance",
  description: "Current balance of the wallet in one currency; holds are already deducted.",
})
export interface Balance extends Schema.Schema.Type<typeof Balance> {}
