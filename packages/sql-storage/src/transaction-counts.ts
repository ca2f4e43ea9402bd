import { type Expression, expressionBuilder, sql as raw, type SqlBool } from "kysely"
import { type Database, db } from "./shared/database.ts"
import type { Statement } from "./shared/sql.ts"
import { prepared } from "./shared/statement.ts"
import { allDays } from "./shared/totals.ts"
import {
  conditions,
  matching,
  type Params,
  type Part,
  type Shape,
  sought,
  statusOf,
} from "./transaction-filters.ts"

type Dated = "auth_date" | "cleared_date"

/** Returns the date whose counters cover all parts of a filter; null if none does. */
export const counterOf = ({ parts }: Shape): Dated | null => {
  const has = (...some: ReadonlyArray<Part>) => some.some((part) => parts.includes(part))
  if (has("updated_after", "user_id", "budget_id")) return null
  if (has(...sought)) return null
  if (!has("min_cleared_date", "max_cleared_date")) return "auth_date"
  return has("min_auth_date", "max_auth_date") ? null : "cleared_date"
}

const eb = expressionBuilder<{ t: Database["transaction_counts"] }, "t">()

/** Returns the day of an instant. */
const dayOf = (instant: string) => eb.fn<string>("substr", [eb.val(instant), eb.lit(1), eb.lit(10)])

const hasPart = ({ parts }: Shape, part: Part): boolean => parts.includes(part)

/** Returns the conditions for the first and the last day of a filter, if it has them. */
const bounds = (shape: Shape, p: Params, dated: Dated): ReadonlyArray<Expression<SqlBool>> => {
  const min = `min_${dated}` as const
  const max = `max_${dated}` as const
  return [
    ...(hasPart(shape, min) ? [eb("t.day", ">=", dayOf(p[min]))] : []),
    ...(hasPart(shape, max) ? [eb("t.day", "<=", dayOf(p[max]))] : []),
  ]
}

/** Selects the counters that match a filter, on these days. */
const counted = (
  shape: Shape,
  p: Params,
  dated: Dated,
  days: ReadonlyArray<Expression<SqlBool>>,
): Expression<SqlBool> =>
  eb.and([
    eb("t.client_id", "=", p.client_id),
    eb("t.dated", "=", dated),
    statusOf(shape, p, conditions),
    ...days,
    ...(["expense_status", "transaction_type"] as const)
      .filter((part) => hasPart(shape, part))
      .map((part) => conditions[part](p)),
    ...(["receipted", "unreceipted"] as const)
      .filter((rarity) => shape.rarities.includes(rarity))
      .map((rarity) => eb("t.has_receipt", "=", rarity === "receipted" ? 1 : 0)),
  ])

const fromRows = (shape: Shape) =>
  prepared((p: Params) =>
    db
      .selectFrom("transactions as t")
      .select((_) => _.fn.countAll<number>().as("count"))
      .where(matching(shape, p, conditions)),
  )

const afterAllDays = eb("t.day", ">", allDays)

/** Counts without reading transactions: adds up the counters of the filter's days. */
const fromCounters = (shape: Shape, dated: Dated) =>
  prepared((p: Params) => {
    const within = bounds(shape, p, dated)
    const days = within.length === 0 ? [eb("t.day", "=", allDays)] : [afterAllDays, ...within]
    return db
      .selectFrom("transaction_counts as t")
      .select((_) => _.fn.coalesce(_.fn.sum<number>("t.count"), _.lit(0)).as("count"))
      .where(counted(shape, p, dated, days))
  })

/** Returns the statement that counts the transactions of a shape. */
export const counter = (shape: Shape) => {
  const dated = counterOf(shape)
  return dated === null ? fromRows(shape) : fromCounters(shape, dated)
}

/** `skipped`: number of transactions before the one to find, in the direction of the search. */
type Skipping = Params & { readonly skipped: number }

/** A day with the number of its transactions, and the running total at its end. */
interface CountedDay {
  readonly day: string
  readonly count: number
  readonly total: number
}

/**
 * Finds the day of the transaction that has `skipped` others before it, by the counters of days. It
 * reads only the days up to that one.
 */
const dayAfter = (shape: Shape, direction: "asc" | "desc") =>
  prepared(
    (p: Skipping) => raw<CountedDay>`select day, count, total from (
      select t.day, sum(t.count) as count,
        sum(sum(t.count)) over (order by t.day ${raw.raw(direction)} rows unbounded preceding)
          as total
      from transaction_counts as t
      where ${counted(shape, p, "auth_date", [afterAllDays, ...bounds(shape, p, "auth_date")])}
      group by t.day
    ) as found where total > ${p.skipped} and total - count <= ${p.skipped} limit 1`,
  )

/** Statements that find a day by its distance from one of the ends. */
export interface DayStatements {
  readonly newest: Statement<Skipping, CountedDay>
  readonly oldest: Statement<Skipping, CountedDay>
}

/** Null if no counter has the days of authorisation of a shape. */
export const days = (shape: Shape): DayStatements | null =>
  counterOf(shape) === "auth_date"
    ? { newest: dayAfter(shape, "desc"), oldest: dayAfter(shape, "asc") }
    : null
