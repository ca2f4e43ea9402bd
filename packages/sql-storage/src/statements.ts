import { StatementStore } from "@outlay/domain/ports"
import { Effect, Layer } from "effect"
import { businessOf } from "./shared/business.ts"
import { db } from "./shared/database.ts"
import { engineServices } from "./shared/services.ts"
import { Sql } from "./shared/sql.ts"
import { prepared } from "./shared/statement.ts"
import { tables } from "./shared/tables.ts"

interface WalletKey {
  readonly client_id: number
  readonly currency: string
}

const walletByCurrency = prepared(
  (key: WalletKey) =>
    db
      .selectFrom("wallets")
      .selectAll()
      .where("client_id", "=", key.client_id)
      .where("currency", "=", key.currency),
  tables.wallets.rows,
)

const ofWallet = (key: WalletKey) =>
  db
    .selectFrom("daily_movements")
    .where("client_id", "=", key.client_id)
    .where("currency", "=", key.currency)

const firstDay = prepared((key: WalletKey) => ofWallet(key).select("date").orderBy("date").limit(1))

const before = prepared((p: WalletKey & { readonly start_date: string }) =>
  ofWallet(p)
    .select((_) => [
      _.fn.coalesce(_.fn.sum<number>("amount"), _.lit(0)).as("amount"),
      _.fn.max("updated").as("updated"),
    ])
    .where("date", "<", p.start_date),
)

const days = prepared((p: WalletKey & { readonly start_date: string; readonly end_date: string }) =>
  ofWallet(p)
    .select(["date", "amount", "updated"])
    .where("date", ">=", p.start_date)
    .where("date", "<=", p.end_date)
    .orderBy("date"),
)

/** Movements of wallets, in SQL: from the sums of each day, never from the entries. */
export const statementStore = Layer.effect(
  StatementStore,
  Effect.gen(function* () {
    const sql = yield* Sql
    const provided = yield* engineServices
    return {
      movements: ({ client_id, currency }, period) =>
        Effect.gen(function* () {
          const homeCurrency = currency ?? (yield* businessOf(client_id)).currency
          const key = { client_id, currency: homeCurrency }
          const wallet = yield* sql.get(walletByCurrency, key)
          if (wallet === null) return null
          const sum = yield* sql.get(before, { ...period, ...key })
          const dayRows = yield* sql.all(days, { ...period, ...key })
          return {
            wallet,
            first_date: (yield* sql.get(firstDay, key))?.date ?? null,
            before: { amount: sum?.amount ?? 0, updated: sum?.updated ?? null },
            days: dayRows,
          }
        }).pipe(provided),
    }
  }),
)
