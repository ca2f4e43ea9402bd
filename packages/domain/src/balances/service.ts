import { Context, Effect, Layer } from "effect"
import { BalanceStore } from "./store.ts"

const make = Effect.gen(function* () {
  const store = yield* BalanceStore

  const list = (client_id: number) => store.list(client_id)

  return { list }
})

/** "Real-time account balances per currency." */
export class Balances extends Context.Service<Balances, Effect.Success<typeof make>>()(
  "@outlay/domain/Balances",
) {
  static readonly layer = Layer.effect(Balances, make)
}
