import {
  byId,
  isListed,
  type Mentioned,
  movementNumbers,
  newestFirst,
  ShownTransactions,
  type Sight,
  seesTransaction,
  showMovements,
  showTransaction,
  type Transaction,
} from "@outlay/domain"
import { Effect, Layer } from "effect"
import { pageOf } from "./shared/list.ts"
import { Memory } from "./shared/memory.ts"
import type { Tables } from "./shared/tables.ts"
import { tiesToTransaction } from "./shared/ties.ts"

const isSeen = (tables: Tables, transaction: Transaction, sight: Sight | null): boolean =>
  sight === null || seesTransaction(tiesToTransaction(tables, transaction, sight))

/** Everything that a transaction of the business could mention. */
const mentioned = (tables: Tables, client_id: number): Mentioned => ({
  budgets: byId(tables.budgets.ofBusiness(client_id)),
  users: byId(tables.users.ofBusiness(client_id)),
  categories: byId(tables.categories.ofBusiness(client_id)),
  custom_fields: byId(tables.custom_fields.ofBusiness(client_id)),
  accounting_codes: byId(tables.accounting_codes.ofBusiness(client_id)),
  tax_rates: byId(tables.tax_rates.ofBusiness(client_id)),
})

/** What is shown of transactions, in memory. */
export const shownTransactions = Layer.effect(
  ShownTransactions,
  Effect.map(Memory, ({ tables }) =>
    ShownTransactions.of({
      get: ({ client_id, transaction_id }) =>
        Effect.sync(() => {
          const transaction = tables.transactions.find(client_id, transaction_id)
          return transaction === null
            ? null
            : showTransaction(transaction, mentioned(tables, client_id))
        }),
      movements: ({ client_id, transaction_id }, page) =>
        Effect.sync(() => {
          const transaction = tables.transactions.find(client_id, transaction_id)
          if (transaction === null) return null
          const numbered = (number: number) =>
            tables.movements.find(client_id, transaction_id, number)
          const { from, to } = movementNumbers(page)
          const last = Math.min(to, transaction.movement_count)
          const rows = Array.from({ length: Math.max(0, last - from + 1) }, (_, n) =>
            numbered(from + n),
          ).filter((row) => row !== null)
          return {
            count: transaction.movement_count,
            results: showMovements(transaction, numbered(2), rows, page),
          }
        }),
      page: (client_id, filter, page, sight = null) =>
        Effect.sync(() => {
          const rows = mentioned(tables, client_id)
          return pageOf(
            tables.transactions
              .ofBusiness(client_id)
              .filter((_) => isListed(_, filter) && isSeen(tables, _, sight)),
            newestFirst,
            page,
            (transaction) => showTransaction(transaction, rows),
          )
        }),
    }),
  ),
)
