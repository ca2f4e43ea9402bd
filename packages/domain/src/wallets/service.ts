import { Context, Effect, Layer } from "effect"
import { now } from "../core/now.ts"
import { Store } from "../core/store.ts"
import { walletContext } from "./looks.ts"
import { decideWallet, type WalletKey } from "./rules.ts"

const make = Effect.gen(function* () {
  const store = yield* Store

  const create = Effect.fn("Wallets.create")(function* (key: WalletKey) {
    const command = { ...key, now: yield* now }
    return yield* store.change(key.client_id, walletContext(key.currency), (context) =>
      decideWallet(context, command),
    )
  })

  return {
    /** Opens an empty wallet in another currency, an ISO 4217 code. Refused: `WalletExists`. */
    create,
  }
})

/** Wallets: the money of a business, one per currency. */
export class Wallets extends Context.Service<Wallets, Effect.Success<typeof make>>()(
  "@outlay/domain/Wallets",
) {
  static readonly layer = Layer.effect(Wallets, make)
}
