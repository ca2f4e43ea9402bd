import { Context, Effect, Layer } from "effect"
import type { Decide } from "../core/decision.ts"
import type { Transaction, TransactionKey } from "../core/records/transactions.ts"
import { Store } from "../core/store.ts"
import type { StorageUnavailable } from "../core/unit-of-work.ts"
import type { TransactionChange, TransactionContext } from "./context.ts"
import { ownCurrency, transactionById, transactionContext } from "./looks.ts"
import { ShownTransactions } from "./shown.ts"

/** Keeps transactions. */
export class TransactionStore extends Context.Service<
  TransactionStore,
  ShownTransactions["Service"] & {
    /** The row itself; null when the business has no such transaction. */
    readonly find: (key: TransactionKey) => Effect.Effect<Transaction | null, StorageUnavailable>
    /** The business's own currency: what the amounts of a filter are in. */
    readonly currency: (client_id: number) => Effect.Effect<string, StorageUnavailable>
    /**
     * Decides on what `transactionContext` looks at: see `Store`. A batch of an import is one
     * change: its decision writes each budget, member and transaction once.
     */
    readonly change: <A, E>(
      change: TransactionChange,
      decide: Decide<TransactionContext, A, E>,
    ) => Effect.Effect<A, E | StorageUnavailable>
  }
>()("@outlay/domain/TransactionStore") {
  static readonly layer = Layer.effect(
    TransactionStore,
    Effect.gen(function* () {
      const store = yield* Store
      return {
        ...(yield* ShownTransactions),
        find: (key) => store.read(key.client_id, transactionById(key)),
        currency: (client_id) => store.read(client_id, ownCurrency),
        change: (change, decide) =>
          store.change(change.client_id, transactionContext(change), decide),
      }
    }),
  )
}
