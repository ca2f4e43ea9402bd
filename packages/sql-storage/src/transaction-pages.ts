import type { Page, PageRequest } from "@outlay/domain"
import type { TransactionFilter } from "@outlay/domain/fields"
import type { Sight } from "@outlay/domain/ports"
import type { ShownParts } from "@outlay/domain/rules"
import { Effect } from "effect"
import type { Reading } from "./shared/sql.ts"
import { countCovered, pageAmongFew, pageOfFew } from "./transaction-covers.ts"
import {
  everything,
  isSought,
  type Params,
  paramsOf,
  type Shape,
  shapeOf,
} from "./transaction-filters.ts"
import { isNewestFirst, type Order, orderOf } from "./transaction-orders.ts"
import { passage } from "./transaction-passage.ts"
import { plannedPage, sortedPlaces } from "./transaction-planned-pages.ts"
import { countOf, isFew, leftFor, pageOfTransactions, worthOf } from "./transaction-records.ts"
import { pageOfSeenTransactions, seenBy, seenCountOf } from "./transaction-sight.ts"
import { recordsOf, sortedThrough } from "./transaction-sorts.ts"

interface Sorted {
  readonly shape: Shape
  readonly order: Order
}

const noFilter = { spenders: [], budgets: [] }

const light = () => 0

interface PageQuery extends Sorted {
  readonly client_id: number
  readonly filter: TransactionFilter
  readonly params: Params
}

/** Returns the places of a page if they are found sooner than by reading everything, or null. */
const placesOf = Effect.fnUntraced(function* (
  sql: Reading,
  { shape, order, params }: PageQuery,
  page: PageRequest,
  count: number,
) {
  if (isFew(shape, count)) {
    const few = sortedPlaces({ shape, order, isSighted: false })
    return yield* sql.all(few, { ...params, ...noFilter, ...page }, light)
  }
  const all = (yield* sql.get(countOf(everything), params))?.count ?? 0
  const lookedAt = ((page.offset + page.limit) * all) / count
  return yield* passage(sql, { shape, order, params }, page, lookedAt)
})

/** Counts the matches, regardless of their order. */
const countOfAll = Effect.fnUntraced(function* (sql: Reading, { client_id, filter }: PageQuery) {
  return (yield* pageOfTransactions(sql, client_id, filter, { offset: 0, limit: 0 })).count
})

/**
 * Returns a page sorted by an indexed column: read in its order, sorted if few match, or walked
 * through.
 */
const sortedPage = Effect.fnUntraced(function* (
  sql: Reading,
  listing: PageQuery,
  page: PageRequest,
) {
  const { client_id, shape, order, params } = listing
  const left = isSought(shape) ? yield* leftFor(sql, shape, params) : 0
  const worth = yield* worthOf(sql, shape, params, left)
  const covered = yield* countCovered(sql, shape, params, worth)
  if (covered !== null && covered.ids !== null) {
    const { count, ids } = covered
    return { count, results: yield* pageOfFew(sql, order, { client_id, ids, ...page }) }
  }
  const count = covered?.count ?? (yield* countOfAll(sql, listing))
  if (count <= page.offset) return { count, results: [] }
  const places = yield* placesOf(sql, listing, page, count)
  if (places === null) {
    const all = (yield* sql.get(countOf(everything), params))?.count ?? 0
    const found = yield* pageAmongFew(sql, { shape, order, params }, page, all / 2)
    if (found !== null) return found
    const whose = [{ of: null }] as const
    return yield* sortedThrough(sql, { shape, order, params, whose, spenders: [] }, page)
  }
  const found: Page<ShownParts> = { count, results: yield* recordsOf(sql, client_id, places) }
  return found
})

/**
 * The same for what a user may see: their own, those of the people they assist, and those of the
 * budgets they own.
 */
const seenPage = Effect.fnUntraced(function* (
  sql: Reading,
  { shape, order, params }: PageQuery,
  page: PageRequest,
  { user_id }: Sight,
) {
  const { spenders, budgets } = yield* seenBy(sql, params.client_id, user_id)
  const whose = [
    ...[...new Set(spenders)].map((spender) => ({ of: "user_id", spender }) as const),
    ...budgets.map((budget) => ({ of: "budget_id", budget }) as const),
  ]
  return yield* sortedThrough(sql, { shape, order, params, whose, spenders }, page)
})

/** Both, for a database in a separate process. */
const foundPage = Effect.fnUntraced(function* (
  sql: Reading,
  { shape, order, ...rest }: PageQuery,
  page: PageRequest,
  sight: Sight | null,
) {
  const seen = sight === null ? null : yield* seenBy(sql, rest.client_id, sight.user_id)
  const params = { ...rest.params, ...(seen ?? noFilter) }
  const counted = yield* sql.get(seen === null ? countOf(shape) : seenCountOf(shape, seen), params)
  const listed = { shape, order, isSighted: seen !== null }
  return yield* plannedPage(sql, { ...listed, params, count: counted?.count ?? 0 }, page)
})

/** Returns a page of a filter, in its order; with a sight, only of what the user may see. */
export const pageInOrder = (
  sql: Reading,
  client_id: number,
  filter: TransactionFilter,
  page: PageRequest,
  sight: Sight | null,
) => {
  const shape = shapeOf(filter)
  const order = orderOf(filter.sort)
  const isPlanned = !sql.isInProcess && isSought(shape) && sight === null
  if (isNewestFirst(order) && !isPlanned) {
    return sight === null
      ? pageOfTransactions(sql, client_id, filter, page)
      : pageOfSeenTransactions(sql, client_id, filter, page, sight)
  }
  const listing = { client_id, filter, shape, order, params: paramsOf(client_id, filter) }
  if (!sql.isInProcess) return foundPage(sql, listing, page, sight)
  return sight === null ? sortedPage(sql, listing, page) : seenPage(sql, listing, page, sight)
}
