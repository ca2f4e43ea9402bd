import { Data } from "effect"

/** A business can have only one wallet in each currency. */
export class WalletExists extends Data.TaggedError("WalletExists")<{
  readonly pointer: string
  readonly currency: string
}> {
  override get message(): string {
    return `This business already has a wallet in ${this.currency}.`
  }
}
