import { Context, Effect, Layer } from "effect"
import type { PageRequest } from "../shared/page.ts"
import { NotFound } from "../shared/refusals.ts"
import { sightOf } from "../shared/sight.ts"
import { changing } from "./changing.ts"
import { importing } from "./importing.ts"
import type { TransactionFilter, TransactionKey } from "./model.ts"
import { recording } from "./recording.ts"
import { TransactionStore } from "./store.ts"

const make = Effect.gen(function* () {
  const store = yield* TransactionStore

  const list = Effect.fnUntraced(function* (
    client_id: number,
    filter: TransactionFilter,
    page: PageRequest,
  ) {
    const sight = yield* sightOf({ resource: "transactions", action: "read" })
    return yield* store.page(client_id, filter, page, sight)
  })

  const get = Effect.fnUntraced(function* (key: TransactionKey) {
    const transaction = yield* store.get(key)
    return transaction ?? (yield* new NotFound({ what: "transaction", id: key.transaction_id }))
  })

  const movements = Effect.fnUntraced(function* (key: TransactionKey, page: PageRequest) {
    const found = yield* store.movements(key, page)
    return found ?? (yield* new NotFound({ what: "transaction", id: key.transaction_id }))
  })

  return {
    list,
    get,
    movements,
    ...(yield* recording),
    ...(yield* changing),
    ...(yield* importing),
  }
})

/** Transactions: money that moved, or was asked for. */
export class Transactions extends Context.Service<Transactions, Effect.Success<typeof make>>()(
  "@outlay/domain/Transactions",
) {
  static readonly layer = Layer.effect(Transactions, make)
}
