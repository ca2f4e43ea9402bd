import { addDays, dayOf, endOfMonth } from "../core/dates.ts"
import {
  type Grouping,
  type ReportedTransaction,
  type SpendSum,
  type SumKind,
  sumSpans,
} from "./model.ts"
import { isCounted, partsOf, type SpentPart, wholeOf } from "./rules.ts"

const times: ReadonlyArray<Grouping> = ["day", "week", "month"]

const isKind = (grouping: string): grouping is SumKind => Object.hasOwn(sumSpans, grouping)

/** Returns the kind of sums that a report can use; null if it needs the transactions. */
export const sumKindOf = (group_by: ReadonlyArray<Grouping>): SumKind | null => {
  const [key, ...others] = group_by.filter((grouping) => !times.includes(grouping))
  if (key === undefined) return "all"
  const isByMonth = group_by.every((grouping) => grouping === key || grouping === "month")
  return others.length === 0 && isByMonth && isKind(key) ? key : null
}

/**
 * Returns the kind of sums that a report of some budgets can use; null if it needs the
 * transactions.
 */
export const sumKindOfBudgets = (group_by: ReadonlyArray<Grouping>): "budget" | null =>
  group_by.every((grouping) => grouping === "month" || grouping === "budget") ? "budget" : null

type Summed = Omit<ReportedTransaction, "merchant_name" | "custom_fields">

/** Returns the stored line items; none if their amounts are invalid and cannot be added up. */
const addable = (items: Summed["line_items"]): Summed["line_items"] => {
  const isAmount = (amount: unknown) => Number.isSafeInteger(amount) && Number(amount) >= 0
  const amounts = items.map((item) => item?.amount)
  return amounts.every(isAmount) && isAmount(amounts.reduce<number>((a, b) => a + b, 0))
    ? items
    : []
}

type Sum = { -readonly [K in keyof SpendSum]: SpendSum[K] }

/** Sums of spending, to which transactions are added and from which they are removed. */
export class KeptSums {
  /** Nested by kind, period and key, so that no combined key is built for each addition. */
  readonly #sums = new Map<SumKind, Map<string, Map<string, Sum>>>()

  /** Adds a transaction, or removes it if `times` is -1. */
  add(transaction: Summed, times: 1 | -1 = 1): void {
    if (!isCounted(transaction)) return
    const day = dayOf(transaction.auth_date)
    const month = day.slice(0, 7)
    const { budget_id, user_id } = transaction
    for (const whole of wholeOf(transaction)) {
      this.#add("all", day, "", whole, times)
      this.#add("budget", month, budget_id ?? "", whole, times)
      this.#add("user", month, user_id === null ? "" : String(user_id), whole, times)
    }
    const counted = new Set<string>()
    const line_items = addable(transaction.line_items)
    const isAddable = line_items === transaction.line_items
    for (const part of partsOf(isAddable ? transaction : { ...transaction, line_items })) {
      const key = part.item?.category_id ?? ""
      this.#add("category", month, key, part, times, counted.has(key) ? 0 : times)
      counted.add(key)
    }
  }

  /** Sums that are not 0. */
  get all(): ReadonlyArray<SpendSum> {
    return [...this.#sums.values()]
      .flatMap((periods) => [...periods.values()])
      .flatMap((keys) => [...keys.values()])
      .filter(({ count, spent, refunded }) => count !== 0 || spent !== 0 || refunded !== 0)
  }

  #add(
    kind: SumKind,
    period: string,
    key: string,
    part: SpentPart,
    times: 1 | -1,
    count: number = times,
  ): void {
    const sum = this.#sums.get(kind)?.get(period)?.get(key) ?? this.#made(kind, period, key)
    sum.count += count
    sum.spent += times * part.spent
    sum.refunded += times * part.refunded
  }

  #made(kind: SumKind, period: string, key: string): Sum {
    const periods = this.#sums.get(kind) ?? new Map<string, Map<string, Sum>>()
    const sums = periods.get(period) ?? new Map<string, Sum>()
    const sum: Sum = { kind, period, key, count: 0, spent: 0, refunded: 0 }
    this.#sums.set(kind, periods)
    periods.set(period, sums)
    sums.set(key, sum)
    return sum
  }
}

/** UTC days, both inclusive. */
export interface Days {
  readonly first: string
  readonly last: string
}

const monthOf = (day: string): string => day.slice(0, 7)

/**
 * Returns the days of the first and the last month that are outside the time; null if there are
 * none.
 */
export const leftOut = ({ first, last }: Days) => ({
  before: first.endsWith("-01")
    ? null
    : { first: `${monthOf(first)}-01`, last: addDays(first, -1) },
  after: last === endOfMonth(last) ? null : { first: addDays(last, 1), last: endOfMonth(last) },
})

/** Sources of a report: the sums of these periods, and the transactions of these days. */
export interface Covered {
  readonly periods: Days | null
  readonly days: ReadonlyArray<Days>
}

/**
 * Returns the part of a time that sums of a kind cover. `isWhole` is true for the first or the last
 * month if it has no transactions outside the time.
 */
export const covered = (
  kind: SumKind,
  time: Days,
  isWhole: { readonly first: boolean; readonly last: boolean },
): Covered => {
  if (sumSpans[kind] === "day") return { periods: time, days: [] }
  const [first, last] = [monthOf(time.first), monthOf(time.last)]
  if (first === last && !(isWhole.first && isWhole.last)) return { periods: null, days: [time] }
  const from = isWhole.first ? first : monthOf(addDays(endOfMonth(time.first), 1))
  const until = isWhole.last ? last : monthOf(addDays(`${last}-01`, -1))
  if (from > until) return { periods: null, days: [time] }
  return {
    periods: { first: from, last: until },
    days: [
      ...(isWhole.first ? [] : [{ first: time.first, last: endOfMonth(time.first) }]),
      ...(isWhole.last ? [] : [{ first: `${last}-01`, last: time.last }]),
    ],
  }
}
