import { Context, Effect, Layer } from "effect"
import type { Decide } from "../core/decision.ts"
import type { Transaction, TransactionKey } from "../core/records/transactions.ts"
import { Store } from "../core/store.ts"
import type { StorageUnavailable } from "../core/unit-of-work.ts"
import type { TransactionChange, TransactionContext } from "./context.ts"
import { type QueryContext, queryContext, transactionById, transactionContext } from "./looks.ts"
import { ShownTransactions } from "./shown.ts"

/** Keeps transactions. */
export class TransactionStore extends Context.Service<
  TransactionStore,
  ShownTransactions["Service"] & {
    /** The row itself; null when the business has no such transaction. */
    readonly find: (key: TransactionKey) => Effect.Effect<Transaction | null, StorageUnavailable>
    /** What a query refers to: see `queryContext`. */
    readonly queryContext: (
      client_id: number,
      field_name: string | null,
    ) => Effect.Effect<QueryContext, StorageUnavailable>
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
        queryContext: (client_id, field_name) => store.read(client_id, queryContext(field_name)),
        change: (change, decide) =>
          store.change(change.client_id, transactionContext(change), decide),
      }
    }),
  )
}
