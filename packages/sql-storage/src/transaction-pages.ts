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
import { countCovered, pageAmongFew, pageOfFew } from "./transaction-covers.ts"
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
import { passage } from "./transaction-passage.ts"
import { countOf, isFew, leftFor, pageOfTransactions, worthOf } from "./transaction-records.ts"
import { pageOfSeenTransactions } from "./transaction-sight.ts"
import { recordsOf, sortedThrough } from "./transaction-sorts.ts"

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
const maxRows = { lookedUp: 4_000, read: 200_000 }

const everything: Shape = { parts: [], rarities: [] }

const isPlain = ({ parts, rarities }: Shape): boolean => parts.length + rarities.length === 0

const light = () => 0

interface Asked extends Sorted {
  readonly client_id: number
  readonly filter: TransactionFilter
  readonly params: Params
}

/** The places of a page of so many, where they are found sooner than by looking at all. */
const placesOf = Effect.fnUntraced(function* (
  sql: Reading,
  { shape, order, params }: Asked,
  page: PageRequest,
  count: number,
) {
  const { few, met } = sorted({ shape, order })
  if (isFew(shape, count)) return yield* sql.all(few, { ...params, ...page }, light)
  const all = (yield* sql.get(countOf(everything), params))?.count ?? 0
  const lookedAt = ((page.offset + page.limit) * all) / count
  if (sql.isInProcess) {
    return yield* passage(sql, { shape, order, params }, page, lookedAt)
  }
  const isNear = isPlain(shape) ? page.offset <= maxRows.read : lookedAt <= maxRows.lookedUp
  return isNear ? yield* sql.all(met, { ...params, ...page }, light) : null
})

/** How many match, whatever their order; null where all are walked through at once. */
const countOfAll = Effect.fnUntraced(function* (sql: Reading, listing: Asked) {
  const { client_id, filter, shape, params } = listing
  if (sql.isInProcess) {
    const none = { offset: 0, limit: 0 }
    return (yield* pageOfTransactions(sql, client_id, filter, none)).count
  }
  return isSought(shape) ? null : ((yield* sql.get(countOf(shape), params))?.count ?? 0)
})

/** Sorted by what has an index: met in its order, sorted where few match, or walked through. */
const sortedPage = Effect.fnUntraced(function* (sql: Reading, listing: Asked, page: PageRequest) {
  const { client_id, shape, order, params } = listing
  const isInSlices = sql.isInProcess && isSought(shape)
  const left = isInSlices ? yield* leftFor(sql, shape, params) : 0
  const worth = yield* worthOf(sql, shape, params, left)
  const covered = yield* countCovered(sql, shape, params, worth)
  if (covered !== null && covered.ids !== null) {
    const { count, ids } = covered
    return { count, results: yield* pageOfFew(sql, order, { client_id, ids, ...page }) }
  }
  const count = covered?.count ?? (yield* countOfAll(sql, listing))
  if (count !== null && count <= page.offset) return { count, results: [] }
  const places = count === null ? null : yield* placesOf(sql, listing, page, count)
  if (count === null || places === null) {
    const all = (yield* sql.get(countOf(everything), params))?.count ?? 0
    const found = yield* pageAmongFew(sql, { shape, order, params }, page, all / 2)
    if (found !== null) return found
    const whose = [{ of: null }] as const
    return yield* sortedThrough(sql, { shape, order, params, whose, spenders: [] }, page)
  }
  const answer: Page<ShownParts> = { count, results: yield* recordsOf(sql, client_id, places) }
  return answer
})

/** The same of what a user may see: their own, of whom they assist, of the budgets they own. */
const seenPage = Effect.fnUntraced(function* (
  sql: Reading,
  { shape, order, params }: Asked,
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
  const listing = { client_id, filter, shape, order, params: paramsOf(client_id, filter) }
  return sight === null ? sortedPage(sql, listing, page) : seenPage(sql, listing, page, sight)
}
