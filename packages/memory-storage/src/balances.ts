import { BalanceStore, money } from "@outlay/domain"
import { Effect, Layer } from "effect"
import { compare } from "./shared/list.ts"
import { Memory } from "./shared/memory.ts"

export const balanceStore = Layer.effect(
  BalanceStore,
  Effect.map(Memory, ({ tables }) =>
    BalanceStore.of({
      list: (client_id) =>
        Effect.sync(() =>
          tables.wallets
            .ofBusiness(client_id)
            .toSorted((a, b) => compare(a.currency, b.currency))
            .map(({ currency, balance }) => ({ currency, balance: money(balance) })),
        ),
    }),
  ),
)
