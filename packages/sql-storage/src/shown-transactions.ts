import { ShownTransactions } from "@outlay/domain/ports"
import { Effect, Layer } from "effect"
import { pageOfMovements } from "./movements.ts"
import { shown } from "./shared/names.ts"
import { Sql } from "./shared/sql.ts"
import { pageInOrder } from "./transaction-pages.ts"
import { transactionByKey } from "./transaction-rows.ts"

/** Transactions as they are shown, in SQL. */
export const shownTransactions = Layer.effect(
  ShownTransactions,
  Effect.map(Sql, (sql) => ({
    get: (key) =>
      sql.view((reading) =>
        Effect.flatMap(reading.get(transactionByKey, key), (row) =>
          row === null
            ? Effect.succeed(null)
            : Effect.map(shown(reading, key.client_id, [row]), ([record]) => record ?? null),
        ),
      ),
    movements: (key, page) => pageOfMovements(sql, key, page),
    page: (client_id, filter, page, sight = null) =>
      sql.view((reading) =>
        Effect.flatMap(pageInOrder(reading, client_id, filter, page, sight), ({ count, results }) =>
          Effect.map(shown(reading, client_id, results), (records) => ({
            count,
            results: records,
          })),
        ),
      ),
  })),
)
