import { Context, type Effect } from "effect"
import type { Decide } from "../core/decision.ts"
import type { StorageUnavailable } from "../core/unit-of-work.ts"
import type { WalletContext, WalletKey } from "./rules.ts"

/** Keeps wallets. Their balances follow from the ledger: a store moves them with every entry. */
export class WalletStore extends Context.Service<
  WalletStore,
  {
    /**
     * Loads the context under the write lock, asks `decide`, and commits its decision as one atomic
     * step with its events; a refusal changes nothing. `decide` may be asked again after a
     * conflict.
     */
    readonly change: <A, E>(
      key: WalletKey,
      decide: Decide<WalletContext, A, E>,
    ) => Effect.Effect<A, E | StorageUnavailable>
  }
>()("@outlay/domain/WalletStore") {}
