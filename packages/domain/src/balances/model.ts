import { Schema } from "effect"
import { amount, currencyCode } from "../core/fields.ts"

/** What a wallet holds now, in its currency's minor units: "it includes holds". */
export const Balance = Schema.Struct({
  currency: currencyCode("The currency of the wallet."),
  balance: amount("What the wallet holds; holds are already out of it.", { field: "currency" }),
}).annotate({
  identifier: "Balance",
  description: "What the wallet of one currency holds now; holds are already out of it.",
})
export interface Balance extends Schema.Schema.Type<typeof Balance> {}
