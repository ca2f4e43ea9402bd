import type { ReportedTransaction } from "@outlay/domain/fields"
import { type Fold, type ReportPeriod, ReportStore, type Sight } from "@outlay/domain/ports"
import { addDays, type Days, endOfDay, endOfMonth } from "@outlay/domain/rules"
import { Effect, Layer } from "effect"
import { alikeIn, everybody, type Whose } from "./alike-transactions.ts"
import { db } from "./shared/database.ts"
import { type Reading, Sql, sliceWeight } from "./shared/sql.ts"
import { prepared, type Reader, variants } from "./shared/statement.ts"
import { coverOf } from "./spend-sums.ts"
import { seenBy } from "./transaction-sight.ts"

/** So many rows are read and added up at once: some milliseconds. */
const sliceRows = 1_000

/** Whose transactions are read, and what of them. */
interface Shape {
  readonly of: "user_id" | "budget_id" | null
  readonly with_line_items: boolean
  readonly with_custom_fields: boolean
}

interface Slice {
  readonly client_id: number
  readonly user_id: number
  readonly budget_id: string
  /** What was read last. */
  readonly auth_date: string
  readonly id: string
  /** The last instant of the period. */
  readonly last: string
}

interface Row extends Omit<ReportedTransaction, "line_items" | "custom_fields"> {
  readonly id: string
  readonly line_items?: ReportedTransaction["line_items"]
  readonly custom_fields?: ReportedTransaction["custom_fields"]
}

const json = "json"

const reader = ({ with_line_items, with_custom_fields }: Shape): Reader<Row> => ({
  kinds: {
    ...(with_line_items && { line_items: json }),
    ...(with_custom_fields && { custom_fields: json }),
  },
  decode: (row) => row,
})

const rowsOf = (p: Slice, { of, with_line_items, with_custom_fields }: Shape) =>
  db
    .selectFrom("transactions as t")
    .select([
      "t.id",
      "t.transaction_type",
      "t.status",
      "t.auth_date",
      "t.merchant_name",
      "t.amount",
      "t.refunded_amount",
      "t.budget_id",
      "t.user_id",
    ])
    .$if(with_line_items, (_) => _.select("t.line_items"))
    .$if(with_custom_fields, (_) => _.select("t.custom_fields"))
    .where("t.client_id", "=", p.client_id)
    .$if(of === "user_id", (_) => _.where("t.user_id", "=", p.user_id))
    .$if(of === "budget_id", (_) => _.where("t.budget_id", "=", p.budget_id))
    .limit(sliceRows)

/**
 * The rows that follow in the order of an index, which finds each slice where the one before ended:
 * those of later instants, or what is left of an instant. Nothing is left out by the statement, so
 * that it looks at no more rows than it answers.
 */
const slices = variants((shape: Shape) => ({
  later: prepared(
    (p: Slice) =>
      rowsOf(p, shape)
        .where("t.auth_date", ">", p.auth_date)
        .where("t.auth_date", "<=", p.last)
        .orderBy("t.auth_date")
        .orderBy("t.id", "desc"),
    reader(shape),
  ),
  ofInstant: prepared(
    (p: Slice) =>
      rowsOf(p, shape)
        .where("t.auth_date", "=", p.auth_date)
        .where("t.id", "<", p.id)
        .orderBy("t.id", "desc"),
    reader(shape),
  ),
}))

/** What a row takes besides its lists, in characters. */
const rowWeight = 250

const weightOf = (row: object): number => {
  const { line_items = "", custom_fields = "" } = row as { [list: string]: string | undefined }
  return rowWeight + line_items.length + custom_fields.length
}

/**
 * How much rows are: where all is read at once, all slices together count, so that more than a
 * little is read in turns.
 */
const weigher = ({ pause }: Reading) => {
  let total = 0
  return (row: object): number => {
    const weight = weightOf(row)
    if (pause !== null) return weight
    total += weight
    return total > sliceWeight ? Number.POSITIVE_INFINITY : weight
  }
}

/** Walks through the transactions of a period, slice by slice. */
const walk = Effect.fnUntraced(function* (
  reading: Reading,
  shape: Shape,
  from: Slice,
  weigh: (row: object) => number,
  take: (rows: ReadonlyArray<Row>) => boolean,
) {
  const { later, ofInstant } = slices(shape)
  let place: Slice = from
  let isWithinInstant = false
  while (true) {
    const rows: ReadonlyArray<Row> = yield* reading.all(
      isWithinInstant ? ofInstant : later,
      place,
      weigh,
    )
    if (!take(rows)) return
    const end = rows.at(-1)
    const isWhole = rows.length < sliceRows
    if (isWhole && !isWithinInstant) return
    // After a whole slice the same instant may have more; after the last of it, later ones.
    isWithinInstant = !isWhole
    if (end !== undefined) place = { ...place, auth_date: end.auth_date, id: end.id }
    if (reading.pause !== null) yield* reading.pause
  }
})

/** Transactions that are added up one after another: of some days, and of whom. */
interface Part {
  readonly days: Days
  readonly whose: Whose
}

/** The walks through the transactions of a part, and what is taken of each: all of them, once. */
function* walksOf({ whose }: Part, from: Slice, shape: Shape) {
  const { of, spenders, budgets } = whose
  if (of === "all") yield { shape, from, isTaken: () => true }
  const owned = new Set(budgets)
  const isBeyond = ({ budget_id }: Row) => budget_id === null || !owned.has(budget_id)
  for (const user_id of spenders) {
    const isTaken = of === "beyond" ? isBeyond : () => true
    yield { shape: { ...shape, of: "user_id" as const }, from: { ...from, user_id }, isTaken }
  }
  if (of !== "seen") return
  const others = new Set(spenders)
  const isTaken = ({ user_id }: Row) => user_id === null || !others.has(user_id)
  for (const budget_id of budgets) {
    yield { shape: { ...shape, of: "budget_id" as const }, from: { ...from, budget_id }, isTaken }
  }
}

/** What is added up, from sums and from transactions; with a sight, of what the user sees. */
const coveredBy = Effect.fnUntraced(function* (
  reading: Reading,
  { client_id, start_date, end_date, sums: kind }: ReportPeriod,
  sight: Sight | null,
) {
  const time: Days = { first: start_date, last: end_date }
  if (sight === null) {
    const { sums, days } = yield* coverOf(reading, { client_id, time, kind, keys: null })
    return { sums, parts: days.map((days): Part => ({ days, whose: everybody })) }
  }
  const seen = yield* seenBy(reading, client_id, sight.user_id)
  const cover = { client_id, time, kind, keys: seen.budgets }
  const { sums, periods, days } = yield* coverOf(reading, cover)
  const parts = days.map((days): Part => ({ days, whose: { of: "seen", ...seen } }))
  if (periods === null) return { sums, parts }
  // What the sums have not is what the user and whom they assist spent from other budgets.
  const months = { first: `${periods.first}-01`, last: endOfMonth(`${periods.last}-01`) }
  return { sums, parts: [...parts, { days: months, whose: { of: "beyond" as const, ...seen } }] }
})

/** Adds up the transactions of a period; with a sight the user's own and those they see. */
const folded = Effect.fnUntraced(function* <A>(
  reading: Reading,
  period: ReportPeriod,
  sight: Sight | null,
  { begin, add, addAlike, addSum, isFull }: Fold<A>,
) {
  const { client_id, with_line_items, with_custom_fields, alike } = period
  const within = ({ first, last }: Days): Slice => ({
    ...{ client_id, user_id: 0, budget_id: "", id: "" },
    ...{ auth_date: endOfDay(addDays(first, -1)), last: endOfDay(last) },
  })
  const plain: Shape = { of: null, with_line_items, with_custom_fields }
  const weigh = weigher(reading)
  const { sums, parts } = yield* coveredBy(reading, period, sight)
  let sum = begin()
  for (const spendSum of sums) {
    sum = addSum(sum, spendSum)
    if (isFull(sum)) return sum
  }
  for (const part of parts) {
    if (alike !== null && !reading.isInProcess) {
      const found = yield* alikeIn(reading, client_id, alike, part.days, part.whose)
      for (const { common, spending } of found) {
        sum = addAlike(sum, common, spending)
        if (isFull(sum)) return sum
      }
      continue
    }
    for (const { shape, from, isTaken } of walksOf(part, within(part.days), plain)) {
      yield* walk(reading, shape, from, weigh, (rows) => {
        for (const row of rows) {
          if (isTaken(row)) sum = add(sum, { line_items: [], custom_fields: [], ...row })
          if (isFull(sum)) return false
        }
        return true
      })
      if (isFull(sum)) return sum
    }
  }
  return sum
})

/** What reports read, in SQL. */
export const reportStore = Layer.effect(
  ReportStore,
  Effect.map(Sql, (sql) =>
    ReportStore.of({
      fold: (period, sight, fold) => sql.view((reading) => folded(reading, period, sight, fold)),
    }),
  ),
)
