import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "../core/unit-of-work.ts"
import type { Balance } from "./model.ts"

/** Reads what wallets hold. */
export class BalanceStore extends Context.Service<
  BalanceStore,
  {
    /** The wallets of a business, "ordered by currency". */
    readonly list: (client_id: number) => Effect.Effect<ReadonlyArray<Balance>, StorageUnavailable>
  }
>()("@outlay/domain/BalanceStore") {}
