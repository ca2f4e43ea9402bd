import { dayOf, mondayOf } from "../core/dates.ts"
import { isBalance, type Money, money, zero } from "../core/money.ts"
import type {
  LifeCycleStatus,
  LineItem,
  RecordedValue,
  TransactionType,
} from "../core/records/transactions.ts"
import { division, spread } from "../transactions/division.ts"
import {
  type Common,
  customFieldPrefix,
  type Grouping,
  type Likeness,
  likenesses,
  type ReportedTransaction,
  type SpendGroup,
  type Spending,
  type SpendSum,
} from "./model.ts"
import type { Fold } from "./store.ts"

/** Ten years, with their leap days. */
export const maxReportDays = 3_653

/** Limits a response to about 1.5 MB. */
export const maxReportGroups = 10_000

export const countedTypes = [
  "CARD_TRANSACTION",
  "BILL",
  "REIMBURSEMENT",
  "CHARGE",
] as const satisfies ReadonlyArray<TransactionType>
const counted: ReadonlySet<TransactionType> = new Set(countedTypes)

export const uncountedStatuses = [
  "DECLINED",
  "REVERSED",
] as const satisfies ReadonlyArray<LifeCycleStatus>
const uncounted: ReadonlySet<LifeCycleStatus> = new Set(uncountedStatuses)

/**
 * True if a transaction counts: "Counted are card transactions, bills, reimbursements and charges
 * …, without declined and reversed ones."
 */
export const isCounted = ({
  transaction_type,
  status,
}: Pick<ReportedTransaction, "transaction_type" | "status">): boolean =>
  counted.has(transaction_type) && !uncounted.has(status)

const isLikeness = (grouping: Grouping): grouping is Likeness =>
  likenesses.some((likeness) => likeness === grouping)

/**
 * Returns the groupings if a storage can add up transactions that are equal in them; null if a
 * grouping is not in the rows of transactions.
 */
export const likenessesOf = (group_by: ReadonlyArray<Grouping>): ReadonlyArray<Likeness> | null =>
  group_by.every(isLikeness) ? group_by : null

/** Returns the custom field that a report groups by, or null. */
export const customFieldOf = (grouping: Grouping): string | null =>
  grouping.startsWith(customFieldPrefix) ? grouping.slice(customFieldPrefix.length) : null

/** True for groupings by line item: "Category and custom field go by line item." */
export const goesByLineItem = (grouping: Grouping): boolean =>
  grouping === "category" || customFieldOf(grouping) !== null

/**
 * A part of a transaction; amounts are ≥ 0, in minor units. `item` is null for the remainder
 * without a line item.
 */
export interface SpentPart {
  readonly item: LineItem | null
  readonly spent: number
  readonly refunded: number
}

/**
 * Returns the spending and refunds of a transaction by line item: the amounts of the line items,
 * and the remainder as a part without one (`division`). Refunds are in proportion to these amounts.
 * All parts add up to the transaction, and none is negative.
 *
 * If the amount of the transaction is positive, it counts as a refund, and its own refunds count as
 * spending.
 */
export const partsOf = (
  transaction: Pick<ReportedTransaction, "amount" | "refunded_amount" | "line_items">,
): ReadonlyArray<SpentPart> => {
  const { amount, refunded_amount, line_items } = transaction
  const amounts = division(Math.abs(amount), line_items)
  const backs = spread(refunded_amount, amounts)
  const parts = amounts.map((moved, n): SpentPart => {
    const item = line_items[n] ?? null
    const back = backs[n] ?? 0
    return amount > 0
      ? { item, spent: back, refunded: moved }
      : { item, spent: moved, refunded: back }
  })
  return amounts.at(-1) === 0 && line_items.length > 0 ? parts.slice(0, -1) : parts
}

type Key = string | null
type Keyed = Common & Pick<ReportedTransaction, "custom_fields">
type KeyOf = (transaction: Keyed, part: Pick<SpentPart, "item">) => Key

/** Caches every result. A period has at most some thousand days, which occur in any order. */
const memoised = (f: (day: string) => string): ((day: string) => string) => {
  const known = new Map<string, string>()
  return (day) => {
    const value = known.get(day) ?? f(day)
    known.set(day, value)
    return value
  }
}

/** Returns the first value of a field, or null. */
const valueIn = (
  values: ReadonlyArray<RecordedValue>,
  name: string,
  ids: ReadonlySet<string>,
): Key => {
  const isOfField = ({ custom_field_id, field_name }: RecordedValue) =>
    custom_field_id === null ? field_name === name : ids.has(custom_field_id)
  return values.find(isOfField)?.entry_text ?? null
}

const keyOf = (grouping: Grouping, fieldIds: ReadonlySet<string>): KeyOf => {
  const name = customFieldOf(grouping)
  if (name !== null) {
    return ({ custom_fields }, { item }) =>
      valueIn(item?.custom_fields ?? [], name, fieldIds) ?? valueIn(custom_fields, name, fieldIds)
  }
  const week = memoised(mondayOf)
  switch (grouping) {
    case "day":
      return ({ auth_date }) => dayOf(auth_date)
    case "week":
      return ({ auth_date }) => week(dayOf(auth_date))
    case "month":
      return ({ auth_date }) => auth_date.slice(0, 7)
    case "budget":
      return ({ budget_id }) => budget_id
    case "user":
      return ({ user_id }) => (user_id === null ? null : String(user_id))
    case "category":
      return (_, { item }) => item?.category_id ?? null
    default:
      return ({ merchant_name }) => merchant_name
  }
}

interface Group {
  readonly keys: ReadonlyArray<Key>
  count: number
  spent: number
  refunded: number
  /** Number of the last transaction that contributed. */
  last: number
}

/** Sums of groups after the transactions added so far. */
export interface SpendSums {
  readonly groups: Map<Key, Map<Key, Group>>
  /** Number of groups. */
  size: number
  transactions: number
}

/** Returns the whole transaction as one part, for reports without line items. */
export const wholeOf = (
  transaction: Pick<ReportedTransaction, "amount" | "refunded_amount">,
): ReadonlyArray<SpentPart> => {
  const { amount, refunded_amount } = transaction
  return partsOf({ amount, refunded_amount, line_items: [] })
}

/** Returns the key of the group that a stored sum belongs to. */
const keyOfSum = (grouping: Grouping, { period, key }: SpendSum): Key => {
  switch (grouping) {
    case "day":
      return period
    case "week":
      return mondayOf(period)
    case "month":
      return period.slice(0, 7)
    default:
      return key === "" ? null : key
  }
}

/**
 * Creates the fold that adds up spending by group. `fieldIds` has, for each grouping, the custom
 * fields with its name: "a custom field's value belongs to the field".
 */
export const spendFold = (
  group_by: ReadonlyArray<Grouping>,
  fieldIds: ReadonlyArray<ReadonlySet<string>>,
): Fold<SpendSums> => {
  const [first, second] = group_by.map((grouping, n) => keyOf(grouping, fieldIds[n] ?? new Set()))
  const parts = group_by.some(goesByLineItem) ? partsOf : wholeOf
  const keysOf = (transaction: Keyed, part: Pick<SpentPart, "item">) =>
    [first, second].flatMap((key) => (key ? [key(transaction, part)] : []))
  return {
    begin: () => ({ groups: new Map(), size: 0, transactions: 0 }),
    isFull: ({ size }) => size > maxReportGroups,
    add: (sums, transaction) => {
      if (!isCounted(transaction)) return sums
      sums.transactions += 1
      for (const part of parts(transaction)) {
        const group = groupOf(sums, keysOf(transaction, part))
        if (group.last !== sums.transactions) group.count += 1
        group.last = sums.transactions
        group.spent += part.spent
        group.refunded += part.refunded
      }
      return sums
    },
    addAlike: (sums, common, spending) => {
      return addTo(sums, keysOf({ ...common, custom_fields: [] }, { item: null }), spending)
    },
    addSum: (sums, spendSum) => {
      const keys = group_by.map((grouping) => keyOfSum(grouping, spendSum))
      return spendSum.count === 0 ? sums : addTo(sums, keys, spendSum)
    },
  }
}

const addTo = (sums: SpendSums, keys: ReadonlyArray<Key>, spending: Spending): SpendSums => {
  const group = groupOf(sums, keys)
  group.count += spending.count
  group.spent += spending.spent
  group.refunded += spending.refunded
  return sums
}

const groupOf = (sums: SpendSums, keys: ReadonlyArray<Key>): Group => {
  const [first = null, second = null] = keys
  const inner = sums.groups.get(first) ?? new Map<Key, Group>()
  const known = inner.get(second)
  if (known !== undefined) return known
  const group: Group = { keys, count: 0, spent: 0, refunded: 0, last: 0 }
  sums.groups.set(first, inner.set(second, group))
  sums.size += 1
  return group
}

/** Compares groups "ordered by keys": as text, by code unit, null last. */
const byKeys = (a: SpendGroup, b: SpendGroup): number =>
  compare(a.keys[0] ?? null, b.keys[0] ?? null) || compare(a.keys[1] ?? null, b.keys[1] ?? null)

const compare = (a: Key, b: Key): number => {
  if (a === b) return 0
  if (a === null || b === null) return a === null ? 1 : -1
  return a < b ? -1 : 1
}

/** Returns the groups of a report, or null if a sum is too large to be exact in a response. */
export const groupsOf = ({ groups }: SpendSums): ReadonlyArray<SpendGroup> | null => {
  const all = [...groups.values()].flatMap((inner) => [...inner.values()])
  if (!all.every(({ spent, refunded }) => isBalance(spent) && isBalance(refunded))) return null
  return all
    .map(({ keys, count, spent, refunded }) => ({
      ...{ keys, count, spent: exact(spent), refunded: exact(refunded) },
    }))
    .toSorted(byKeys)
}

const exact = (sum: number): Money => (sum === 0 ? zero : money(sum))
