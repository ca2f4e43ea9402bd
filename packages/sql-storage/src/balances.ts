import { BalanceStore, money } from "@outlay/domain"
import { Effect, Layer } from "effect"
import { db } from "./shared/database.ts"
import { Sql } from "./shared/sql.ts"
import { prepared } from "./shared/statement.ts"

const list = prepared((key: { client_id: number }) =>
  db
    .selectFrom("wallets")
    .select(["currency", "balance"])
    .where("client_id", "=", key.client_id)
    .orderBy("currency"),
)

/** What wallets hold, in SQL. */
export const balanceStore = Layer.effect(
  BalanceStore,
  Effect.gen(function* () {
    const sql = yield* Sql
    return {
      list: (client_id) =>
        Effect.map(sql.all(list, { client_id }), (wallets) =>
          wallets.map(({ currency, balance }) => ({ currency, balance: money(balance) })),
        ),
    }
  }),
)
