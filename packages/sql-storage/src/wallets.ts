import { WalletStore } from "@outlay/domain"
import { Effect, Layer } from "effect"
import { change } from "./shared/change.ts"
import { engineServices } from "./shared/services.ts"
import { Sql } from "./shared/sql.ts"
import { walletByCurrency } from "./statements.ts"

/** Wallets in SQL. */
export const walletStore = Layer.effect(
  WalletStore,
  Effect.gen(function* () {
    const sql = yield* Sql
    const context = yield* engineServices
    return {
      change: (key, decide) =>
        change(
          key.client_id,
          Effect.map(sql.get(walletByCurrency, key), (wallet) => ({ wallet })),
          decide,
        ).pipe(Effect.provide(context)),
    }
  }),
)
