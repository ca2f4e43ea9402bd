import type { Page, PageRequest } from "@outlay/domain"
import type { MovementRecord, TransactionKey } from "@outlay/domain/fields"
import { movementNumbers, showMovements } from "@outlay/domain/rules"
import { Effect } from "effect"
import { db } from "./shared/database.ts"
import type { Sql } from "./shared/sql.ts"
import { prepared } from "./shared/statement.ts"
import { tables } from "./shared/tables.ts"

const transactionByKey = prepared(
  (key: TransactionKey) =>
    db
      .selectFrom("transactions")
      .selectAll()
      .where("client_id", "=", key.client_id)
      .where("id", "=", key.transaction_id),
  tables.transactions.rows,
)

/** Rows with these numbers, both bounds included. */
const numbered = prepared(
  (p: TransactionKey & { readonly from: number; readonly to: number }) =>
    db
      .selectFrom("movements")
      .selectAll()
      .where("client_id", "=", p.client_id)
      .where("transaction_id", "=", p.transaction_id)
      .where("number", ">=", p.from)
      .where("number", "<=", p.to)
      .orderBy("number"),
  tables.movements.rows,
)

/** Returns a page of the movements of a transaction, in order; null if it does not exist. */
export const pageOfMovements = Effect.fnUntraced(function* (
  sql: Sql["Service"],
  key: TransactionKey,
  page: PageRequest,
) {
  const numbers = movementNumbers(page)
  const rows = numbers.from <= numbers.to ? yield* sql.all(numbered, { ...key, ...numbers }) : []
  const second = page.offset > 0 ? null : yield* sql.get(numbered, { ...key, from: 2, to: 2 })
  const transaction = yield* sql.get(transactionByKey, key)
  if (transaction === null) return null
  const shown: Page<MovementRecord> = {
    count: transaction.movement_count,
    results: showMovements(transaction, second, rows, page),
  }
  return shown
})
