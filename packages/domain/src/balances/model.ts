import type { Money } from "../core/money.ts"

/** What a wallet holds now, in its currency's minor units: "it includes holds". */
export interface Balance {
  readonly currency: string
  readonly balance: Money
}
