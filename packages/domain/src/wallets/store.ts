import { Context, Effect, Layer } from "effect"
import type { Decide } from "../core/decision.ts"
import { Store } from "../core/store.ts"
import type { StorageUnavailable } from "../core/unit-of-work.ts"
import { walletContext } from "./looks.ts"
import type { WalletContext, WalletKey } from "./rules.ts"

/** Keeps wallets. Their balances follow from the ledger: a store moves them with every entry. */
export class WalletStore extends Context.Service<
  WalletStore,
  {
    /** Decides on what `walletContext` looks at: see `Store`. */
    readonly change: <A, E>(
      key: WalletKey,
      decide: Decide<WalletContext, A, E>,
    ) => Effect.Effect<A, E | StorageUnavailable>
  }
>()("@outlay/domain/WalletStore") {
  static readonly layer = Layer.effect(
    WalletStore,
    Effect.map(Store, (store) => ({
      change: (key, decide) => store.change(key.client_id, walletContext(key), decide),
    })),
  )
}
