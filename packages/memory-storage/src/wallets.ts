import { WalletStore } from "@outlay/domain"
import { Effect, Layer } from "effect"
import { Memory } from "./shared/memory.ts"

export const walletStore = Layer.effect(
  WalletStore,
  Effect.map(Memory, ({ tables, change }) =>
    WalletStore.of({
      change: ({ client_id, currency }, decide) =>
        change(client_id, () => ({ wallet: tables.wallets.find(client_id, currency) }), decide),
    }),
  ),
)
