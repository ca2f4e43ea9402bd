import { dayOf } from "../core/dates.ts"
import { fold } from "../core/fold.ts"
import { lacksCategory } from "../core/labels.ts"
import {
  type FilterStatus,
  type LifeCycleStatus,
  lifeCycleStatuses,
  type Place,
  type RecordedValue,
  type Transaction,
  type TransactionFilter,
  type TransactionSort,
} from "../core/records/transactions.ts"

/**
 * Returns the life-cycle statuses that a filter selects: "REVERSED answers to REFUNDED"; "no status
 * filter: all but DECLINED".
 */
export const statusesOf = (
  statuses: ReadonlyArray<FilterStatus> | undefined,
): ReadonlyArray<LifeCycleStatus> =>
  lifeCycleStatuses.filter((status) =>
    statuses === undefined || statuses.length === 0
      ? status !== "DECLINED"
      : statuses.includes(status === "REVERSED" ? "REFUNDED" : status),
  )

/**
 * True if a list with this filter shows the transaction. The statements of every storage agree with
 * it.
 */
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
    hasCategory(transaction, filter) &&
    hasValue(transaction, filter) &&
    (filter.search === undefined || fold(transaction.merchant_name).includes(fold(filter.search)))
  )
}

/**
 * True if the date is within the bounds: "Bounds are whole UTC days, inclusive at both ends". No
 * bound matches a missing date.
 */
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

/**
 * True if the amount is within the bounds. Bounds are unsigned: they match both debits and credits.
 * /
 */
const hasAmount = ({ amount }: Transaction, { min_amount, max_amount }: TransactionFilter) => {
  const magnitude = Math.abs(amount)
  return (
    (min_amount === undefined || min_amount <= magnitude) &&
    (max_amount === undefined || magnitude <= max_amount)
  )
}

const hasCategory = (
  transaction: Transaction,
  { category_id, has_category }: TransactionFilter,
): boolean =>
  (category_id === undefined ||
    transaction.line_items.some((item) => item.category_id === category_id)) &&
  (has_category === undefined || lacksCategory(transaction) !== has_category)

/**
 * True if a value matches: "Exact text, of the transaction or a line item", under the name that is
 * shown.
 */
const hasValue = (
  { custom_fields, line_items }: Transaction,
  { custom_field }: TransactionFilter,
): boolean => {
  if (custom_field === undefined) return true
  const { name, text, ids } = custom_field
  const isAsked = ({ custom_field_id, field_name, entry_text }: RecordedValue): boolean =>
    entry_text === text &&
    (custom_field_id === null ? field_name === name : ids.includes(custom_field_id))
  return custom_fields.some(isAsked) || line_items.some((_) => _.custom_fields.some(isAsked))
}

/** "Transactions by `auth_date` descending", ties by id. */
export const newestFirst = (a: Place, b: Place): number =>
  compare(b.auth_date, a.auth_date) || compare(a.id, b.id)

/** Sort key and direction of a list. */
export interface SortOrder {
  readonly key: "auth_date" | "amount" | "merchant_name"
  readonly isDescending: boolean
}

export const sortOrderOf = (sort: TransactionSort = "-auth_date"): SortOrder => ({
  key: sort.replace("-", "") as SortOrder["key"],
  isDescending: sort.startsWith("-"),
})

type Sorted = Pick<Transaction, "id" | SortOrder["key"]>

/**
 * Compares transactions in the order of a list: "Amounts by sign, names folded, ties by id". Ties
 * are ascending in both directions.
 */
export const inSortOrder = (sort: TransactionSort | undefined) => {
  const { key, isDescending } = sortOrderOf(sort)
  const by = (a: Sorted, b: Sorted): number =>
    key === "merchant_name"
      ? compareByCodePoint(fold(a.merchant_name), fold(b.merchant_name))
      : compare(a[key], b[key])
  return (a: Sorted, b: Sorted): number =>
    (isDescending ? by(b, a) : by(a, b)) || compare(a.id, b.id)
}

const compare = <A extends string | number>(a: A, b: A): number => (a < b ? -1 : a > b ? 1 : 0)

/** Maps a UTF-16 code unit so that units sort like code points: surrogates come last. */
const rank = (unit: number): number =>
  unit < 0xd800 ? unit : unit < 0xe000 ? unit + 0x2000 : unit - 0x800

/** Compares texts by code point, which is the order of their UTF-8 bytes and that of databases. */
export const compareByCodePoint = (a: string, b: string): number => {
  const end = Math.min(a.length, b.length)
  for (let n = 0; n < end; n++) {
    const difference = rank(a.charCodeAt(n)) - rank(b.charCodeAt(n))
    if (difference !== 0) return difference
  }
  return a.length - b.length
}
