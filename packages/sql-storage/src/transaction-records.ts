import type { Page, PageRequest } from "@outlay/domain"
import type { TransactionFilter } from "@outlay/domain/fields"
import { addDays, endOfDay, type ShownParts, startOfDay } from "@outlay/domain/rules"
import { Effect } from "effect"
import { sql as raw } from "kysely"
import { unsorted } from "./shared/dialect.ts"
import type { Reading, Statement } from "./shared/sql.ts"
import { prepared, variants } from "./shared/statement.ts"
import { counter, counterOf, type DayStatements, days } from "./transaction-counts.ts"
import {
  type CoverBounds,
  countCovered,
  coverBounds,
  pageAmongFew,
  pageOfFew,
} from "./transaction-covers.ts"
import {
  beginningOnDay,
  conditions,
  endingOnDay,
  everything,
  matching,
  type Params,
  type Part,
  paramsOf,
  type Seen,
  type Shape,
  shapeOf,
  sought,
  walking,
} from "./transaction-filters.ts"
import { orderOf } from "./transaction-orders.ts"
import { ofDays } from "./transaction-ranges.ts"
import { asParts, inOrder, selectParts, weigh } from "./transaction-rows.ts"
import { countOfUpdated, isLong, walked } from "./transaction-walk.ts"

const none: ReadonlyArray<never> = []

type Paged = Params & PageRequest

interface List {
  readonly count: Statement<Params, { readonly count: number }>
  /** Null if no counter has its days of authorisation. */
  readonly days: DayStatements | null
  readonly rows: Statement<Paged, ShownParts>
  /** The oldest first, for a filter that counters cover and that has a first day. */
  readonly oldest: Statement<Paged, ShownParts> | null
  /** The same rows if few match: finds all and sorts them. Null if no other index finds them. */
  readonly few: Statement<Paged, ShownParts> | null
}

/** Returns true if a separate index finds the matches of a filter. */
const isFound = ({ parts }: Shape): boolean => {
  const has = (...some: ReadonlyArray<Part>) => some.some((part) => parts.includes(part))
  return (
    has("min_cleared_date", "max_cleared_date", "updated_after") && !has("user_id", "budget_id")
  )
}

/** Returns true if this many matches are found and sorted. */
export const isFew = (shape: Shape, count: number): boolean => count <= bounds.few && isFound(shape)

const lists = variants(
  (shape: Shape): List => ({
    count: counter(shape),
    days: days(shape),
    rows: prepared(
      (p: Paged) =>
        pageOf(p)
          .orderBy("t.auth_date", "desc")
          .orderBy("t.id")
          .where(matching(shape, p, walking)),
      asParts,
    ),
    oldest:
      counterOf(shape) === "auth_date" && shape.parts.includes("min_auth_date")
        ? prepared(
            (p: Paged) =>
              pageOf(p)
                .orderBy("t.auth_date")
                .orderBy("t.id", "desc")
                .where(matching(shape, p, walking)),
            asParts,
          )
        : null,
    few: isFound(shape) ? sorted(shape) : null,
  }),
)

const pageOf = (p: Paged) => selectParts().limit(p.limit).offset(p.offset)

/**
 * Sorts only the ids of the matches and returns the rows of one page in any order; `inOrder` sorts
 * them. Otherwise, SQLite would read every row of the page, with its line items, before it returns
 * one.
 */
const sorted = (shape: Shape) =>
  prepared(
    (p: Paged) =>
      selectParts()
        .where("t.client_id", "=", p.client_id)
        .where(
          raw<boolean>`t.id in (
            select t.id from transactions as t where ${matching(shape, p, conditions)}
            order by ${unsorted("t.auth_date", "text")} desc, t.id
            limit ${p.limit} offset ${p.offset}
          )`,
        ),
    asParts,
  )

/** Returns the statement that counts the transactions of a shape. */
export const countOf = (shape: Shape): Statement<Params, { readonly count: number }> =>
  lists(shape).count

/** A filter and the page of it to return. */
interface Place {
  readonly shape: Shape
  readonly params: Paged
}

/**
 * Returns a page, starting from the day on which it begins: the transactions before that day are
 * counted by day, from the nearer end, and not walked through. No more than half of the day itself
 * is skipped: if the page is nearer to its end, the day is read from there.
 */
const fromItsDay = Effect.fnUntraced(function* (
  sql: Reading,
  { shape, params }: Place,
  count: number,
  { turned }: Bounds,
) {
  const { offset, limit } = params
  const from = offset === 0 ? null : lists(shape).days
  if (from === null) return yield* sql.all(lists(shape).rows, params, weigh)
  const isNew = offset < count / 2
  const skipped = isNew ? offset : count - offset - 1
  const found = yield* sql.get(isNew ? from.newest : from.oldest, { ...params, skipped })
  if (found === null) return yield* sql.all(lists(shape).rows, params, weigh)
  const { day, count: ofDay, total } = found
  const newest = (max_auth_date: string, page: PageRequest) =>
    sql.all(lists(endingOnDay(shape)).rows, { ...params, ...page, max_auth_date }, weigh)
  const before = isNew ? offset - (total - ofDay) : total - skipped - 1
  const rest = ofDay - before
  const here = Math.min(rest, limit)
  const { oldest } = lists(beginningOnDay(shape))
  if (oldest === null || before - (rest - here) <= turned) {
    return yield* newest(endOfDay(day), { offset: before, limit })
  }
  const page = { offset: rest - here, limit: here, min_auth_date: startOfDay(day) }
  const rows = (yield* sql.all(oldest, { ...params, ...page }, weigh)).toReversed()
  if (here === Math.min(limit, count - offset)) return rows
  const older = { offset: 0, limit: limit - here }
  return [...rows, ...(yield* newest(endOfDay(addDays(day, -1)), older))]
})

/** Limits on what a page may read in one turn of the event loop. */
export interface Bounds {
  /** Limits for an index that covers a filter. */
  readonly cover: CoverBounds
  /** Maximum number of matches that are sorted, instead of searched among all newer rows. */
  readonly few: number
  /** Rows in a slice. */
  readonly sliceRows: number
  /** Maximum number of rows that are counted of visible users, and of owned budgets. */
  readonly seen: number
  /** Rows that must be saved before a day is read from its other end. */
  readonly turned: number
}

export const bounds: Bounds = {
  ...{ cover: coverBounds, few: 5_000, sliceRows: 5_000, seen: 20_000, turned: 200 },
}

/** Parts that no counter has together with cleared dates. */
const uncounted: ReadonlyArray<Part> = [...sought, "min_auth_date", "max_auth_date"]

/** Returns the number of rows that match a filter without the parts that no counter has. */
export const leftFor = Effect.fnUntraced(function* (
  reading: Reading,
  shape: Shape,
  params: Params,
) {
  const isCleared =
    shape.parts.includes("min_cleared_date") || shape.parts.includes("max_cleared_date")
  const unknown = isCleared ? uncounted : sought
  const known = { ...shape, parts: shape.parts.filter((part) => !unknown.includes(part)) }
  return (yield* reading.get(countOf(known), params))?.count ?? 0
})

/** Cost of looking up a row, in entries of an index. */
const rowCost = 5

/**
 * Returns the number of index entries that are worth reading. If the days of a filter leave few
 * rows, looking those up costs less, and no entry is worth it.
 */
export const worthOf = Effect.fnUntraced(function* (
  reading: Reading,
  { parts }: Shape,
  params: Params,
  left: number,
  few = bounds.few,
) {
  if (!ofDays.some((part) => parts.includes(part))) return Number.POSITIVE_INFINITY
  if (left <= rowCost * few) return 0
  const all = (yield* reading.get(countOf(everything), params))?.count ?? 0
  return rowCost * left < all ? rowCost * left : Number.POSITIVE_INFINITY
})

/** Returns the page of a filter if it needs more rows than one turn may read; otherwise null. */
const longPage = Effect.fnUntraced(function* (
  reading: Reading,
  { shape, params }: Place,
  { cover, few, sliceRows }: Bounds,
) {
  const { client_id, limit, offset } = params
  const way = { page: { limit, offset }, known: null, skipped: sliceRows - 1 }
  const walk = (known: number | null) =>
    walked(reading, { shape, isSighted: false }, params as Paged & Seen, { ...way, known })
  if (shape.parts.includes("user_id") || shape.parts.includes("budget_id")) {
    return (yield* isLong(reading, shape, params, sliceRows)) ? yield* walk(null) : null
  }
  if (shape.parts.includes("updated_after")) {
    const bounds = { few, skipped: sliceRows - 1 }
    const count = yield* countOfUpdated(reading, shape, params, bounds)
    return count === null ? null : yield* walk(count)
  }
  const left = yield* leftFor(reading, shape, params)
  if (left <= few) return null
  const worth = yield* worthOf(reading, shape, params, left, few)
  const covered = yield* countCovered(reading, shape, params, worth, cover)
  const newestFirst = orderOf(undefined)
  const amongFew = () =>
    pageAmongFew(reading, { shape, order: newestFirst, params }, { offset, limit }, left / 4)
  if (covered === null) return (yield* amongFew()) ?? (yield* walk(null))
  const { count, ids } = covered
  if (count <= offset) return { count, results: none }
  if (ids === null) {
    const isFar = ((offset + limit) * left) / count > left / 4
    return (isFar ? yield* amongFew() : null) ?? (yield* walk(count))
  }
  return {
    count,
    results: yield* pageOfFew(reading, newestFirst, { client_id, ids, limit, offset }),
  }
})

/** Returns a page of a filter, the newest first. */
export const pageOfTransactions = Effect.fnUntraced(function* (
  sql: Reading,
  client_id: number,
  filter: TransactionFilter,
  page: PageRequest,
  within: Bounds = bounds,
) {
  const shape = shapeOf(filter)
  const params = { ...paramsOf(client_id, filter), ...page }
  const statements = lists(shape)
  if (sql.isInProcess && counterOf(shape) === null) {
    const long = yield* longPage(sql, { shape, params }, within)
    if (long !== null) return long
  }
  const count = (yield* sql.get(statements.count, params))?.count ?? 0
  if (count <= page.offset) return { count, results: none }
  const sorted = count <= within.few ? statements.few : null
  const results =
    sorted === null
      ? yield* fromItsDay(sql, { shape, params }, count, within)
      : inOrder(yield* sql.all(sorted, params, weigh))
  const result: Page<ShownParts> = { count, results }
  return result
})
