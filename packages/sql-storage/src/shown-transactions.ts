import { ShownTransactions } from "@outlay/domain/ports"
import { Effect, Layer } from "effect"
import { pageOfMovements } from "./movements.ts"
import { naming } from "./shared/field-names.ts"
import { Sql } from "./shared/sql.ts"
import { pageOfTransactions, transactionRecord } from "./transaction-records.ts"
import { pageOfSeenTransactions } from "./transaction-sight.ts"

/** What is shown of transactions, in SQL. */
export const shownTransactions = Layer.effect(
  ShownTransactions,
  Effect.map(Sql, (sql) => {
    const names = naming(sql)
    return {
      get: (key) => Effect.flatMap(sql.get(transactionRecord, key), names.one(key.client_id)),
      movements: (key, page) => pageOfMovements(sql, key, page),
      page: (client_id, filter, page, sight = null) =>
        sql.view((reading) =>
          Effect.flatMap(
            sight === null
              ? pageOfTransactions(reading, client_id, filter, page)
              : pageOfSeenTransactions(reading, client_id, filter, page, sight),
            names.page(client_id, reading),
          ),
        ),
    }
  }),
)
