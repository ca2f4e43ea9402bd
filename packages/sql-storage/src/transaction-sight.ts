import type { Page, PageRequest } from "@outlay/domain"
import type { TransactionFilter } from "@outlay/domain/fields"
import type { Sight } from "@outlay/domain/ports"
import type { ShownParts } from "@outlay/domain/rules"
import { Effect } from "effect"
import { type Expression, type RawBuilder, sql as raw, type SqlBool } from "kysely"
import { assistedBy, ownedBy } from "./rights.ts"
import { forEachOf, isIn, unindexed } from "./shared/dialect.ts"
import type { Reading } from "./shared/sql.ts"
import { prepared, variants } from "./shared/statement.ts"
import {
  conditions,
  eb,
  everything,
  isSeen,
  matching,
  paramsOf,
  type Seen,
  type Shape,
  shapeOf,
  walking,
} from "./transaction-filters.ts"
import { type Bounds, bounds, countOf } from "./transaction-records.ts"
import { asParts, inOrder, selectParts, weigh } from "./transaction-rows.ts"
import { isLong, walked } from "./transaction-walk.ts"

interface Listed extends Seen {
  /** Maximum number of rows read of each spender and each budget: the end of the page. */
  readonly maxRows: number
}

/**
 * Selects the newest rows of each spender or of each budget, by an index that has them in order.
 * All rows of a page are among them, however many there are in total.
 */
const newest = (p: Listed, shape: Shape, of: "user_id" | "budget_id"): RawBuilder<unknown> => {
  const isUser = of === "user_id"
  return forEachOf(isUser ? p.spenders : p.budgets, {
    type: isUser ? "integer" : "text",
    table: "transactions",
    client_id: p.client_id,
    key: "id",
    columns: ["auth_date", "id"],
    rows: (value) => raw`${raw.ref(`t.${of}`)} = ${value} and ${matching(shape, p, conditions)}
      order by t.auth_date desc, t.id limit ${p.maxRows}`,
  })
}

const isOfSpender = (p: Seen) => isIn("t.user_id", p.spenders)

const counting = (p: Seen, shape: Shape, condition: Expression<SqlBool>) =>
  raw`select count(*) as count from transactions as t
    where ${matching(shape, p, conditions)} and ${condition}`

/** Returns true if a filter names one user or one budget: an index then finds its few matches. */
const asksForOne = ({ parts }: Shape): boolean =>
  parts.includes("user_id") || parts.includes("budget_id")

/**
 * Counts visible rows. Those of a spender that are charged to a visible budget are counted twice,
 * and subtracted once.
 */
const countOfSeen = (p: Seen, shape: Shape, owns: boolean): RawBuilder<{ count: number }> => {
  if (asksForOne(shape)) return counting(p, shape, isSeen(p)) as never
  if (!owns) return counting(p, shape, isOfSpender(p)) as never
  const isOfBudget = isIn("t.budget_id", p.budgets)
  const isOfBoth = eb.and([isOfSpender(p), isIn(unindexed("t.budget_id"), p.budgets)])
  return raw`select (${counting(p, shape, isOfSpender(p))}) + (${counting(p, shape, isOfBudget)})
    - (${counting(p, shape, isOfBoth)}) as count`
}

/** Selects the rows of the ids on a page, in any order: see `inOrder`. */
const pageOf = (p: Seen & PageRequest, ids: RawBuilder<unknown>) =>
  selectParts().where("t.client_id", "=", p.client_id).where(raw<boolean>`t.id in (${ids})`)

interface Variant {
  readonly shape: Shape
  /** True if the user owns a budget. */
  readonly owns: boolean
}

/**
 * Lists of the transactions that match a filter and that a user may see: their own, those of the
 * people they assist, and those charged to the budgets they own.
 */
const lists = variants(({ shape, owns }: Variant) => ({
  count: prepared((p: Seen) => countOfSeen(p, shape, owns)),
  rows: prepared((p: Listed & PageRequest) => {
    const ofSpenders = newest(p, shape, "user_id")
    const ofBudgets = newest(p, shape, "budget_id")
    const ids = owns ? raw`${ofSpenders} union ${ofBudgets}` : ofSpenders
    return pageOf(
      p,
      raw`select id from (${ids}) as found
        order by auth_date desc, id limit ${p.limit} offset ${p.offset}`,
    )
  }, asParts),
  /** The same rows if many are visible: found among all, from the newest on. */
  walk: prepared(
    (p: Listed & PageRequest) =>
      pageOf(
        p,
        raw`select t.id from transactions as t
          where ${matching(shape, p, walking)} and ${isSeen(p)}
          order by t.auth_date desc, t.id limit ${p.limit} offset ${p.offset}`,
      ),
    asParts,
  ),
}))

const light = () => 0

/**
 * Returns the users and budgets whose transactions a user may see: the user, the people they
 * assist, and the budgets they own.
 */
export const seenBy = Effect.fnUntraced(function* (
  sql: Reading,
  client_id: number,
  user_id: number,
) {
  const who = { client_id, user_id }
  const spenders = [user_id, ...(yield* sql.all(assistedBy, who, light))]
  return { spenders, budgets: yield* sql.all(ownedBy, who, light) }
})

/** Returns the statement that counts the visible transactions of a shape. */
export const seenCountOf = (shape: Shape, { budgets }: Pick<Seen, "budgets">) =>
  lists({ shape, owns: budgets.length > 0 }).count

/** Number of rows of the spenders and of the budgets, each up to `maxSeen`. */
const seenRows = prepared((p: Seen & { readonly maxSeen: number }) => {
  const some = (condition: Expression<SqlBool>) =>
    raw`(select count(*) from (
      select 1 from transactions as t where t.client_id = ${p.client_id} and ${condition}
      limit ${p.maxSeen}
    ) as found)`
  return raw<{ count: number }>`select ${some(isOfSpender(p))}
    + ${some(isIn("t.budget_id", p.budgets))} as count`
})

/** Returns true if a page reads more rows than one turn may. */
const isLongPage = Effect.fnUntraced(function* (
  sql: Reading,
  shape: Shape,
  params: Seen,
  { sliceRows, seen: maxSeen }: Bounds,
) {
  if (!sql.isInProcess) return false
  if (asksForOne(shape)) return yield* isLong(sql, shape, params, sliceRows)
  return ((yield* sql.get(seenRows, { ...params, maxSeen }))?.count ?? 0) >= maxSeen
})

/**
 * Returns true if walking through all rows from the newest on reads fewer rows than a separate page
 * of each spender and each budget.
 */
const isDense = (all: number, seen: number, lists: number, end: number): boolean =>
  (end * all) / seen < Math.min(seen, lists * end)

/** Returns a page of a filter that a user may see, the newest first. */
export const pageOfSeenTransactions = Effect.fnUntraced(function* (
  sql: Reading,
  client_id: number,
  filter: TransactionFilter,
  page: PageRequest,
  { user_id }: Sight,
  within: Bounds = bounds,
) {
  const params = {
    ...paramsOf(client_id, filter),
    ...(yield* seenBy(sql, client_id, user_id)),
    maxRows: page.offset + page.limit,
  }
  const shape = shapeOf(filter)
  if (yield* isLongPage(sql, shape, params, within)) {
    const way = { page, known: null, skipped: within.sliceRows - 1 }
    return yield* walked(sql, { shape, isSighted: true }, params, way)
  }
  const { count, rows, walk } = lists({ shape, owns: params.budgets.length > 0 })
  const total = (yield* sql.get(count, params))?.count ?? 0
  if (total <= page.offset) return { count: total, results: [] }
  const all = (yield* sql.get(countOf(everything), params))?.count ?? 0
  const each = params.spenders.length + params.budgets.length
  const walks = asksForOne(shape) || isDense(all, total, each, params.maxRows)
  const result: Page<ShownParts> = {
    count: total,
    results: inOrder(yield* sql.all(walks ? walk : rows, { ...params, ...page }, weigh)),
  }
  return result
})
