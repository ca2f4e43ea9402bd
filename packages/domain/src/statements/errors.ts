import { Data } from "effect"

/** "A currency without a wallet: 400 `unknown_currency`." */
export class UnknownCurrency extends Data.TaggedError("UnknownCurrency")<{
  readonly parameter: string
  readonly currency: string
}> {
  override get message(): string {
    return `This business has no wallet in ${this.currency}. Its balance lists its wallets.`
  }
}
