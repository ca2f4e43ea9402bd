import { Context, Effect, Layer } from "effect"
import type { TransactionKey } from "../core/records/transactions.ts"
import { changeOf, Store } from "../core/store.ts"
import { queryContext, transactionById, transactionContext } from "./looks.ts"
import { ShownTransactions } from "./shown.ts"

const make = Effect.gen(function* () {
  const store = yield* Store
  return {
    ...(yield* ShownTransactions),
    /** Reads the row itself; null if the business has no such transaction. */
    find: (key: TransactionKey) => store.read(key.client_id, transactionById(key)),
    /** Reads the context of a query; see `queryContext`. */
    queryContext: (client_id: number, field_name: string | null) =>
      store.read(client_id, queryContext(field_name)),
    /**
     * Runs a decision on `transactionContext`; see `Store`. A batch of an import is one change: its
     * decision writes each budget, member and transaction once.
     */
    change: changeOf(store, transactionContext),
  }
})

/** Store of transactions. */
export class TransactionStore extends Context.Service<
  TransactionStore,
  Effect.Success<typeof make>
>()("@outlay/domain/TransactionStore") {
  static readonly layer = Layer.effect(TransactionStore, make)
}
