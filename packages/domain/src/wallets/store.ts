import { Context, Effect, Layer } from "effect"
import { changeOf, Store } from "../core/store.ts"
import { walletContext } from "./looks.ts"

const make = Effect.map(Store, (store) => ({
  /** Decides on what `walletContext` looks at: see `Store`. */
  change: changeOf(store, walletContext),
}))

/** Keeps wallets. Their balances follow from the ledger: a store moves them with every entry. */
export class WalletStore extends Context.Service<WalletStore, Effect.Success<typeof make>>()(
  "@outlay/domain/WalletStore",
) {
  static readonly layer = Layer.effect(WalletStore, make)
}
