import { Context, Effect, Layer } from "effect"
import type { TransactionKey } from "../core/records/transactions.ts"
import { changeOf, Store } from "../core/store.ts"
import { queryContext, transactionById, transactionContext } from "./looks.ts"
import { ShownTransactions } from "./shown.ts"

const make = Effect.gen(function* () {
  const store = yield* Store
  return {
    ...(yield* ShownTransactions),
    /** The row itself; null when the business has no such transaction. */
    find: (key: TransactionKey) => store.read(key.client_id, transactionById(key)),
    /** What a query refers to: see `queryContext`. */
    queryContext: (client_id: number, field_name: string | null) =>
      store.read(client_id, queryContext(field_name)),
    /**
     * Decides on what `transactionContext` looks at: see `Store`. A batch of an import is one
     * change: its decision writes each budget, member and transaction once.
     */
    change: changeOf(store, transactionContext),
  }
})

/** Keeps transactions. */
export class TransactionStore extends Context.Service<
  TransactionStore,
  Effect.Success<typeof make>
>()("@outlay/domain/TransactionStore") {
  static readonly layer = Layer.effect(TransactionStore, make)
}
