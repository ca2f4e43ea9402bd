import { Context, Effect, Layer } from "effect"
import { Store } from "../core/store.ts"
import type { StorageUnavailable } from "../core/unit-of-work.ts"
import { balances } from "./looks.ts"
import type { Balance } from "./model.ts"

/** Reads what wallets hold. */
export class BalanceStore extends Context.Service<
  BalanceStore,
  {
    /** The wallets of a business, "ordered by currency". */
    readonly list: (client_id: number) => Effect.Effect<ReadonlyArray<Balance>, StorageUnavailable>
  }
>()("@outlay/domain/BalanceStore") {
  static readonly layer = Layer.effect(
    BalanceStore,
    Effect.map(Store, (store) => ({
      list: (client_id) => store.read(client_id, balances),
    })),
  )
}
