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

/** The date whose counters know all that a filter asks for; null when none does. */
export const counterOf = ({ parts }: Shape): Dated | null => {
  const has = (...some: ReadonlyArray<Part>) => some.some((part) => parts.includes(part))
  if (has("updated_after", "user_id", "budget_id")) return null
  if (has(...sought)) return null
  if (!has("min_cleared_date", "max_cleared_date")) return "auth_date"
  return has("min_auth_date", "max_auth_date") ? null : "cleared_date"
}

const eb = expressionBuilder<{ t: Database["transaction_counts"] }, "t">()

/** The day of an instant. */
const dayOf = (instant: string) => eb.fn<string>("substr", [eb.val(instant), eb.lit(1), eb.lit(10)])

const asked = ({ parts }: Shape, part: Part): boolean => parts.includes(part)

/** The first and the last day that a filter asks for, where it does. */
const bounds = (shape: Shape, p: Params, dated: Dated): ReadonlyArray<Expression<SqlBool>> => {
  const min = `min_${dated}` as const
  const max = `max_${dated}` as const
  return [
    ...(asked(shape, min) ? [eb("t.day", ">=", dayOf(p[min]))] : []),
    ...(asked(shape, max) ? [eb("t.day", "<=", dayOf(p[max]))] : []),
  ]
}

/** The counters of what a filter asks for, on these days. */
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
      .filter((part) => asked(shape, part))
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

/** Counts without looking at a transaction: the sum of the counters of the days asked for. */
const fromCounters = (shape: Shape, dated: Dated) =>
  prepared((p: Params) => {
    const within = bounds(shape, p, dated)
    const days = within.length === 0 ? [eb("t.day", "=", allDays)] : [afterAllDays, ...within]
    return db
      .selectFrom("transaction_counts as t")
      .select((_) => _.fn.coalesce(_.fn.sum<number>("t.count"), _.lit(0)).as("count"))
      .where(counted(shape, p, dated, days))
  })

/** How many transactions there are of a shape. */
export const counter = (shape: Shape) => {
  const dated = counterOf(shape)
  return dated === null ? fromRows(shape) : fromCounters(shape, dated)
}

/** `skipped`: how many come before the day that is looked for, and on it, in its direction. */
type Skipping = Params & { readonly skipped: number }

/** A day with how many there are on it, and up to its end. */
interface CountedDay {
  readonly day: string
  readonly count: number
  readonly total: number
}

/**
 * The day on which one comes after so many others, by the counters of days. No more days are read
 * than lie before it.
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

/** The day that lies so far from either end. */
export interface DayStatements {
  readonly newest: Statement<Skipping, CountedDay>
  readonly oldest: Statement<Skipping, CountedDay>
}

/** Null where no counter knows the days of authorisation of a shape. */
export const days = (shape: Shape): DayStatements | null =>
  counterOf(shape) === "auth_date"
    ? { newest: dayAfter(shape, "desc"), oldest: dayAfter(shape, "asc") }
    : null
