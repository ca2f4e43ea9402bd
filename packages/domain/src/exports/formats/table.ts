import type { Entry } from "../lines.ts"
import { type Cell, dateOf, decimal } from "./cells.ts"

const columns = [
  ...["movement_id", "transaction_id", "date", "movement", "transaction_type", "merchant"],
  ...["description", "category", "account_code", "account_name", "amount", "tax", "tax_code"],
  ...["currency", "wallet_amount", "wallet_currency", "user", "budget", "custom_fields"],
]

/** Column headings. */
export const tableHead: ReadonlyArray<Cell> = columns

/** Returns a row for every line of a movement, with all its data, for `csv` and `xlsx`. */
export const tableRows = (entry: Entry, currency: string): ReadonlyArray<ReadonlyArray<Cell>> => {
  const { transaction, lines, id, kind, user, budget } = entry
  const { wallet_currency } = transaction
  return lines.map(
    (line): ReadonlyArray<Cell> => [
      ...[id, transaction.id, dateOf(entry), kind, transaction.transaction_type],
      ...[transaction.merchant_name, line.description, line.category ?? ""],
      ...[line.account.code ?? "", line.account.name],
      { number: decimal(line.amount, currency) },
      { number: decimal(line.tax, currency) },
      ...[line.tax_code ?? "", currency],
      { number: decimal(line.wallet_amount, wallet_currency) },
      ...[wallet_currency, user, budget, line.custom_fields],
    ],
  )
}
