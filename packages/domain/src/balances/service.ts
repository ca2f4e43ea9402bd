import { Context, Effect, Layer } from "effect"
import { Store } from "../core/store.ts"
import { balances } from "./looks.ts"

const make = Effect.gen(function* () {
  const store = yield* Store

  const list = (client_id: number) => store.read(client_id, balances)

  return {
    /**
     * Lists the current balance of each wallet, in minor units of its currency, ordered by
     * currency; "it includes holds". Empty for an unknown business.
     */
    list,
  }
})

/** Balances of wallets: "real-time account balances per currency". */
export class Balances extends Context.Service<Balances, Effect.Success<typeof make>>()(
  "@outlay/domain/Balances",
) {
  static readonly layer = Layer.effect(Balances, make)
}
