import type { ReportedTransaction } from "@outlay/domain/fields"
import { Effect } from "effect"
import { db } from "./shared/database.ts"
import { type Reading, sliceWeight } from "./shared/sql.ts"
import { prepared, type Reader, variants } from "./shared/statement.ts"

/** So many rows are read and added up at once: some milliseconds. */
const sliceRows = 1_000

/**
 * Which transactions are walked through, and what is read of them. `days`: those of the period.
 * `business`: all, in the order of their ids, which is that of the rows.
 */
export interface Shape {
  readonly of: "user_id" | "budget_id" | "days" | "business"
  readonly with_line_items: boolean
  readonly with_custom_fields: boolean
}

export interface Slice {
  readonly client_id: number
  readonly user_id: number
  readonly budget_id: string
  /** What was read last. */
  readonly auth_date: string
  readonly id: string
  /** The last instant of the period. */
  readonly last: string
}

export interface Row extends ReportedTransaction {
  readonly id: string
}

const json = "json"

const nothing: ReadonlyArray<never> = []

const reader = ({ with_line_items, with_custom_fields }: Shape): Reader<Row> => ({
  kinds: {
    ...(with_line_items && { line_items: json }),
    ...(with_custom_fields && { custom_fields: json }),
  },
  decode: (row) => {
    if (!with_line_items) row.line_items = nothing
    if (!with_custom_fields) row.custom_fields = nothing
    return row
  },
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
 * The rows that follow in the order of dates, along an index that finds each slice where the one
 * before ended: those of later instants, or what is left of an instant. Nothing is left out by the
 * statement, so that it looks at no more rows than it answers.
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

/** The rows that follow in the order of ids, whatever their dates. */
const sliceById = variants((shape: Shape) =>
  prepared((p: Slice) => rowsOf(p, shape).where("t.id", ">", p.id).orderBy("t.id"), reader(shape)),
)

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
export const weigher = ({ pause }: Reading) => {
  let total = 0
  return (row: object): number => {
    const weight = weightOf(row)
    if (pause !== null) return weight
    total += weight
    return total > sliceWeight ? Number.POSITIVE_INFINITY : weight
  }
}

/** Where each slice is taken from, until there is none. */
const along = (shape: Shape) => {
  if (shape.of === "business") {
    const next = sliceById(shape)
    return { first: next, after: (isWhole: boolean) => (isWhole ? null : next) }
  }
  const { later, ofInstant } = slices(shape)
  return {
    first: later,
    // After a full slice the same instant may have more; after the last of it, later ones.
    after: (isWhole: boolean, read: typeof later) =>
      isWhole ? (read === later ? null : later) : ofInstant,
  }
}

/** Walks through transactions, slice by slice. */
export const walk = Effect.fnUntraced(function* (
  reading: Reading,
  shape: Shape,
  from: Slice,
  weigh: (row: object) => number,
  take: (rows: ReadonlyArray<Row>) => boolean,
) {
  const { first, after } = along(shape)
  let place: Slice = from
  let next: typeof first | null = first
  while (next !== null) {
    const rows: ReadonlyArray<Row> = yield* reading.all(next, place, weigh)
    if (!take(rows)) return
    const end = rows.at(-1)
    if (end !== undefined) place = { ...place, auth_date: end.auth_date, id: end.id }
    next = after(rows.length < sliceRows, next)
    if (next !== null && reading.pause !== null) yield* reading.pause
  }
})
