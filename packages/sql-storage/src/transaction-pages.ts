import type { Page, PageRequest } from "@outlay/domain"
import type { TransactionFilter } from "@outlay/domain/fields"
import type { Sight } from "@outlay/domain/ports"
import type { ShownParts } from "@outlay/domain/rules"
import { Effect } from "effect"
import { sql as raw } from "kysely"
import { assistedBy, ownedBy } from "./rights.ts"
import { indexedBy } from "./shared/dialect.ts"
import type { Reading } from "./shared/sql.ts"
import { prepared, variants } from "./shared/statement.ts"
import { counterOf } from "./transaction-counts.ts"
import { countCovered, coverBounds, pageOfFew } from "./transaction-covers.ts"
import {
  conditions,
  isSought,
  matching,
  type Params,
  paramsOf,
  type Shape,
  shapeOf,
  walking,
} from "./transaction-filters.ts"
import { isNewestFirst, type Order, ordering, orderOf, type Place } from "./transaction-orders.ts"
import { bounds, countOf, isFew, pageOfTransactions } from "./transaction-records.ts"
import { pageOfSeenTransactions } from "./transaction-sight.ts"
import { recordsOf, sortedThrough } from "./transaction-sorts.ts"
import { countOfUpdated } from "./transaction-walk.ts"

interface Sorted {
  readonly shape: Shape
  readonly order: Order
}

type Paged = Params & PageRequest

const sorted = variants(({ shape, order }: Sorted) => {
  const key = raw`${raw.ref(`t.${order.column}`)} as "key"`
  return {
    /** All that match are found by what they are filtered by, and sorted: for few. */
    few: prepared(
      (p: Paged) => raw<Place>`select t.id, ${key} from transactions as t
        where ${matching(shape, p, conditions)}
        order by ${ordering(order, true)} limit ${p.limit} offset ${p.offset}`,
      (row: Place) => row,
    ),
    /** They are met in the order of an index. */
    met: prepared(
      (p: Paged) => raw<Place>`select t.id, ${key}
        from transactions as t ${indexedBy(order.index)}
        where ${matching(shape, p, walking)}
        order by ${ordering(order, false)} limit ${p.limit} offset ${p.offset}`,
      (row: Place) => row,
    ),
  }
})

/** So many rows of a sorted index are looked up in one turn, or read without being looked up. */
const most = { lookedUp: 4_000, read: 200_000 }

const everything: Shape = { parts: [], rarities: [] }

/** Whether a page is met soon in the order of an index: of `all` rows so many match. */
const isNear = (shape: Shape, end: number, count: number, all: number): boolean => {
  const isPlain = shape.parts.length + shape.rarities.length === 0
  return isPlain ? end <= most.read : (end * all) / count <= most.lookedUp
}

const light = () => 0

/** Whether a count might hold up others: no counter knows it, and more than few were updated. */
const isLongCount = Effect.fnUntraced(function* (sql: Reading, shape: Shape, params: Params) {
  if (isSought(shape)) return true
  if (!sql.isInProcess || counterOf(shape) !== null) return false
  if (!shape.parts.includes("updated_after")) return true
  const { few, sliceRows } = bounds
  const updated = yield* countOfUpdated(sql, shape, params, { few, skipped: sliceRows - 1 })
  return updated !== null
})

/** Sorted by what has an index: met in its order, sorted where few match, or walked through. */
const sortedPage = Effect.fnUntraced(function* (
  sql: Reading,
  { shape, order, params }: Sorted & { readonly params: Params },
  page: PageRequest,
) {
  const through = () =>
    sortedThrough(sql, { shape, order, params, whose: [{ of: null }], spenders: [] }, page)
  const { few, met } = sorted({ shape, order })
  const { client_id } = params
  const covered = yield* countCovered(sql, shape, params, { ...coverBounds, isForFew: true })
  if (covered !== null && covered.ids !== null) {
    const { count, ids } = covered
    return { count, results: yield* pageOfFew(sql, order, { client_id, ids, ...page }) }
  }
  if (yield* isLongCount(sql, shape, params)) return yield* through()
  const count = (yield* sql.get(countOf(shape), params))?.count ?? 0
  if (count <= page.offset) return { count, results: [] }
  const all = (yield* sql.get(countOf(everything), params))?.count ?? 0
  const statement = isFew(shape, count)
    ? few
    : isNear(shape, page.offset + page.limit, count, all)
      ? met
      : null
  if (statement === null) return yield* through()
  const places = yield* sql.all(statement, { ...params, ...page }, light)
  const answer: Page<ShownParts> = {
    count,
    results: yield* recordsOf(sql, client_id, places),
  }
  return answer
})

/** The same of what a user may see: their own, of whom they assist, of the budgets they own. */
const seenPage = Effect.fnUntraced(function* (
  sql: Reading,
  { shape, order, params }: Sorted & { readonly params: Params },
  page: PageRequest,
  { user_id }: Sight,
) {
  const who = { client_id: params.client_id, user_id }
  const spenders = [user_id, ...(yield* sql.all(assistedBy, who, light))]
  const budgets = yield* sql.all(ownedBy, who, light)
  const whose = [
    ...[...new Set(spenders)].map((spender) => ({ of: "user_id", spender }) as const),
    ...budgets.map((budget) => ({ of: "budget_id", budget }) as const),
  ]
  return yield* sortedThrough(sql, { shape, order, params, whose, spenders }, page)
})

/** A page of what a filter lists, in its order; with a sight of what the user may see. */
export const pageOf = (
  sql: Reading,
  client_id: number,
  filter: TransactionFilter,
  page: PageRequest,
  sight: Sight | null,
) => {
  const shape = shapeOf(filter)
  const order = orderOf(filter.sort)
  if (isNewestFirst(order)) {
    return sight === null
      ? pageOfTransactions(sql, client_id, filter, page)
      : pageOfSeenTransactions(sql, client_id, filter, page, sight)
  }
  const asked = { shape, order, params: paramsOf(client_id, filter) }
  return sight === null ? sortedPage(sql, asked, page) : seenPage(sql, asked, page, sight)
}
