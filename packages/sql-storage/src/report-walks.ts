import type { ReportedTransaction } from "@outlay/domain/fields"
import { Effect } from "effect"
import { db } from "./shared/database.ts"
import { type Reading, sliceWeight } from "./shared/sql.ts"
import { prepared, type Reader, variants } from "./shared/statement.ts"

/** Rows that are read and added up at once, which takes a few milliseconds. */
const sliceRows = 1_000

/**
 * Transactions to walk through, and the lists to read of each. `days`: those of the period.
 * `business`: all, in the order of their ids, which is the order of the rows on disk.
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
  /** Position of the last row that was read. */
  readonly auth_date: string
  readonly id: string
  /** Last instant of the period. */
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
 * The next rows in the order of dates. An index finds each slice where the one before ended: the
 * rows of later instants, or the rest of an instant. The statement filters out nothing, so it reads
 * no more rows than it returns.
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

/** The next rows in the order of ids, regardless of their dates. */
const sliceById = variants((shape: Shape) =>
  prepared((p: Slice) => rowsOf(p, shape).where("t.id", ">", p.id).orderBy("t.id"), reader(shape)),
)

/** Size of a row without its lists, in characters. */
const rowWeight = 250

const weightOf = (row: object): number => {
  const { line_items = "", custom_fields = "" } = row as { [list: string]: string | undefined }
  return rowWeight + line_items.length + custom_fields.length
}

/**
 * Returns a function that weighs rows. If everything is read at once, the weights of all slices add
 * up, so that a large read is done in turns instead.
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

/** Statements of the first slice and of each slice after another, until there is none. */
const along = (shape: Shape) => {
  if (shape.of === "business") {
    const next = sliceById(shape)
    return { first: next, after: (isWhole: boolean) => (isWhole ? null : next) }
  }
  const { later, ofInstant } = slices(shape)
  return {
    first: later,
    // After a full slice, the same instant may have more rows. After its last row, later instants
    // follow.
    after: (isWhole: boolean, read: typeof later) =>
      isWhole ? (read === later ? null : later) : ofInstant,
  }
}

/** Walks through transactions, slice by slice, until `take` returns false. */
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
