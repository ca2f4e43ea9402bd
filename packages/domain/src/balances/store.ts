import { Context, Effect, Layer } from "effect"
import { Store } from "../core/store.ts"
import { balances } from "./looks.ts"

const make = Effect.map(Store, (store) => ({
  /** The wallets of a business, "ordered by currency". */
  list: (client_id: number) => store.read(client_id, balances),
}))

/** Reads what wallets hold. */
export class BalanceStore extends Context.Service<BalanceStore, Effect.Success<typeof make>>()(
  "@outlay/domain/BalanceStore",
) {
  static readonly layer = Layer.effect(BalanceStore, make)
}
