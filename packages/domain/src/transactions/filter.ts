import { dayOf } from "../core/dates.ts"
import { fold } from "../core/fold.ts"
import {
  type FilterStatus,
  type LifeCycleStatus,
  lifeCycleStatuses,
  type Place,
  type Transaction,
  type TransactionFilter,
} from "../core/records/transactions.ts"

/**
 * The life-cycle statuses that a list asks for: "REVERSED answers to REFUNDED"; "no status filter:
 * all but DECLINED".
 */
export const statusesOf = (
  asked: ReadonlyArray<FilterStatus> | undefined,
): ReadonlyArray<LifeCycleStatus> =>
  lifeCycleStatuses.filter((status) =>
    asked === undefined || asked.length === 0
      ? status !== "DECLINED"
      : asked.includes(status === "REVERSED" ? "REFUNDED" : status),
  )

/** Whether the list shows a transaction: what every storage's statement means. */
export const isListed = (transaction: Transaction, filter: TransactionFilter): boolean => {
  const { transaction_type: types } = filter
  const hasReceipt = transaction.receipt_urls.length > 0
  return (
    statusesOf(filter.status).includes(transaction.status) &&
    isWithin(transaction.auth_date, filter.min_auth_date, filter.max_auth_date) &&
    isWithin(transaction.cleared_date, filter.min_cleared_date, filter.max_cleared_date) &&
    (filter.expense_status ?? transaction.expense_status) === transaction.expense_status &&
    (filter.updated_after === undefined || transaction.updated > filter.updated_after) &&
    (filter.user_id ?? transaction.user_id) === transaction.user_id &&
    (filter.budget_id ?? transaction.budget_id) === transaction.budget_id &&
    (types === undefined || types.length === 0 || types.includes(transaction.transaction_type)) &&
    (filter.has_receipt ?? hasReceipt) === hasReceipt &&
    hasAmount(transaction, filter) &&
    (filter.search === undefined || fold(transaction.merchant_name).includes(fold(filter.search)))
  )
}

/** "Bounds are whole UTC days, inclusive at both ends"; what has no date matches no bound. */
const isWithin = (
  timestamp: string | null,
  min: string | undefined,
  max: string | undefined,
): boolean => {
  if (min === undefined && max === undefined) return true
  if (timestamp === null) return false
  const day = dayOf(timestamp)
  return (min === undefined || min <= day) && (max === undefined || day <= max)
}

/** Bounds are magnitudes: a debit and a credit of the same amount are alike. */
const hasAmount = ({ amount }: Transaction, { min_amount, max_amount }: TransactionFilter) => {
  const magnitude = Math.abs(amount)
  return (
    (min_amount === undefined || min_amount <= magnitude) &&
    (max_amount === undefined || magnitude <= max_amount)
  )
}

/** "Transactions by `auth_date` descending", ties by id. */
export const newestFirst = (a: Place, b: Place): number =>
  compare(b.auth_date, a.auth_date) || compare(a.id, b.id)

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
