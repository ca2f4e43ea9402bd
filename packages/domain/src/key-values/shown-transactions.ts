import { Effect, Layer } from "effect"
import type { Transaction } from "../core/records/transactions.ts"
import type { Sight } from "../core/sight.ts"
import { seesTransaction } from "../rights/rules/transactions.ts"
import { inSortOrder, isListed } from "../transactions/filter.ts"
import { movementNumbers, showMovements } from "../transactions/movements.ts"
import { byId, type Mentioned, showTransaction } from "../transactions/show.ts"
import { ShownTransactions } from "../transactions/shown.ts"
import { KeptBooks } from "./books.ts"
import { pageOf } from "./list.ts"
import type { Tables } from "./tables.ts"
import { tiesToTransaction } from "./ties.ts"

/** Returns true if a list with this sight contains the transaction. */
export const isSeen = (tables: Tables, transaction: Transaction, sight: Sight | null): boolean =>
  sight === null || seesTransaction(tiesToTransaction(tables, transaction, sight))

/** Returns every record that a transaction of the business could refer to. */
const mentioned = (tables: Tables, client_id: number): Mentioned => ({
  budgets: byId(tables.budgets.ofBusiness(client_id)),
  users: byId(tables.users.ofBusiness(client_id)),
  categories: byId(tables.categories.ofBusiness(client_id)),
  custom_fields: byId(tables.custom_fields.ofBusiness(client_id)),
  accounting_codes: byId(tables.accounting_codes.ofBusiness(client_id)),
  tax_rates: byId(tables.tax_rates.ofBusiness(client_id)),
})

/** Transactions in their public form. */
export const shownTransactions = Layer.effect(
  ShownTransactions,
  Effect.map(KeptBooks, ({ tables }) =>
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
            inSortOrder(filter.sort),
            page,
            (transaction) => showTransaction(transaction, rows),
          )
        }),
    }),
  ),
)
