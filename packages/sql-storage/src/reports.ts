import { type Fold, type ReportPeriod, ReportStore, type Sight } from "@outlay/domain/ports"
import { addDays, type Days, endOfDay, endOfMonth } from "@outlay/domain/rules"
import { Effect, Layer } from "effect"
import { allUsers, groupedTotals, type Whose } from "./grouped-totals.ts"
import { type Row, type Shape, type Slice, walk, weigher } from "./report-walks.ts"
import { type Reading, Sql } from "./shared/sql.ts"
import { countOfMonths, coverOf } from "./spend-sums.ts"
import { counter } from "./transaction-counts.ts"
import { everything, paramsOf } from "./transaction-filters.ts"
import { seenBy } from "./transaction-sight.ts"

/** A part of the transactions to add up: of some days, and of some users and budgets. */
interface Part {
  readonly days: Days
  readonly whose: Whose
}

const countOfAll = counter(everything)
const countOfDays = counter({ parts: ["min_auth_date", "max_auth_date"], rarities: [] })

/** Returns the number of rows of a part that are read if they are found by their dates. */
const sizeOf = Effect.fnUntraced(function* (
  reading: Reading,
  client_id: number,
  { days, whose: { of, spenders, budgets } }: Part,
) {
  if (of === "all") {
    const filter = { min_auth_date: days.first, max_auth_date: days.last }
    return (yield* reading.get(countOfDays, paramsOf(client_id, filter)))?.count ?? 0
  }
  const byUser = { client_id, kind: "user" as const, keys: spenders.map(String) }
  const ofSpenders = yield* countOfMonths(reading, byUser, days)
  if (of === "beyond") return ofSpenders
  const byBudget = { client_id, kind: "budget" as const, keys: budgets }
  return ofSpenders + (yield* countOfMonths(reading, byBudget, days))
})

/**
 * Returns true if reading all rows of a business is faster than reading those of a part. In the
 * order of dates, a row takes twice as long, because the rows of one page are read at different
 * times.
 */
const areMost = Effect.fnUntraced(function* (reading: Reading, client_id: number, part: Part) {
  const all = (yield* reading.get(countOfAll, paramsOf(client_id, {})))?.count ?? 0
  return (yield* sizeOf(reading, client_id, part)) > all / 2
})

/**
 * Yields the walks through the transactions of a part, each with a filter. Together, they take
 * every transaction once.
 */
function* walksOf({ whose }: Part, from: Slice, shape: Shape) {
  const { of, spenders, budgets } = whose
  const [users, owned] = [new Set(spenders), new Set(budgets)]
  const isOfSpender = ({ user_id }: Row) => user_id !== null && users.has(user_id)
  const isOwned = ({ budget_id }: Row) => budget_id !== null && owned.has(budget_id)
  if (shape.of === "business") {
    const isOf = {
      all: () => true,
      seen: (row: Row) => isOfSpender(row) || isOwned(row),
      beyond: (row: Row) => isOfSpender(row) && !isOwned(row),
    }[of]
    const isWithin = ({ auth_date }: Row) => auth_date > from.auth_date && auth_date <= from.last
    yield { shape, from, isTaken: (row: Row) => isWithin(row) && isOf(row) }
    return
  }
  if (of === "all") yield { shape, from, isTaken: () => true }
  const isTaken = of === "beyond" ? (row: Row) => !isOwned(row) : () => true
  for (const user_id of spenders) {
    yield { shape: { ...shape, of: "user_id" as const }, from: { ...from, user_id }, isTaken }
  }
  if (of !== "seen") return
  const isOfOther = (row: Row) => !isOfSpender(row)
  for (const budget_id of budgets) {
    const ofBudget = { ...shape, of: "budget_id" as const }
    yield { shape: ofBudget, from: { ...from, budget_id }, isTaken: isOfOther }
  }
}

/** Returns the sums and the parts of a report; with a sight, only of what the user sees. */
const coveredBy = Effect.fnUntraced(function* (
  reading: Reading,
  { client_id, start_date, end_date, sums: kind }: ReportPeriod,
  sight: Sight | null,
) {
  const time: Days = { first: start_date, last: end_date }
  if (sight === null) {
    const { sums, days } = yield* coverOf(reading, { client_id, time, kind, keys: null })
    return { sums, parts: days.map((days): Part => ({ days, whose: allUsers })) }
  }
  const seen = yield* seenBy(reading, client_id, sight.user_id)
  const cover = { client_id, time, kind, keys: seen.budgets }
  const { sums, periods, days } = yield* coverOf(reading, cover)
  const parts = days.map((days): Part => ({ days, whose: { of: "seen", ...seen } }))
  if (periods === null) return { sums, parts }
  // The sums do not include what the user and the people they assist spent from other budgets.
  const months = { first: `${periods.first}-01`, last: endOfMonth(`${periods.last}-01`) }
  return { sums, parts: [...parts, { days: months, whose: { of: "beyond" as const, ...seen } }] }
})

/** Adds up the transactions of a period; with a sight, only the user's own and those they see. */
export const foldReport = Effect.fnUntraced(function* <A>(
  reading: Reading,
  period: ReportPeriod,
  sight: Sight | null,
  { begin, add, addAlike, addSum, isFull }: Fold<A>,
) {
  const { client_id, with_line_items, with_custom_fields, merge_by } = period
  const within = ({ first, last }: Days): Slice => ({
    ...{ client_id, user_id: 0, budget_id: "", id: "" },
    ...{ auth_date: endOfDay(addDays(first, -1)), last: endOfDay(last) },
  })
  const read = { with_line_items, with_custom_fields }
  const weigh = weigher(reading)
  const { sums, parts } = yield* coveredBy(reading, period, sight)
  let sum = begin()
  for (const spendSum of sums) {
    sum = addSum(sum, spendSum)
    if (isFull(sum)) return sum
  }
  for (const part of parts) {
    if (merge_by !== null && !reading.isInProcess) {
      const found = yield* groupedTotals(reading, client_id, merge_by, part.days, part.whose)
      for (const { common, spending } of found) {
        sum = addAlike(sum, common, spending)
        if (isFull(sum)) return sum
      }
      continue
    }
    const of = (yield* areMost(reading, client_id, part)) ? "business" : "days"
    const plain: Shape = { of, ...read }
    for (const { shape, from, isTaken } of walksOf(part, within(part.days), plain)) {
      yield* walk(reading, shape, from, weigh, (rows) => {
        for (const row of rows) {
          if (isTaken(row)) sum = add(sum, row)
          if (isFull(sum)) return false
        }
        return true
      })
      if (isFull(sum)) return sum
    }
  }
  return sum
})

/** Transactions and sums for reports, in SQL. */
export const reportStore = Layer.effect(
  ReportStore,
  Effect.map(Sql, (sql) =>
    ReportStore.of({
      fold: (period, sight, fold) =>
        sql.view((reading) => foldReport(reading, period, sight, fold)),
    }),
  ),
)
