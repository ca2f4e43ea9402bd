import type { Page, PageRequest } from "@outlay/domain"
import type { ShownParts } from "@outlay/domain/rules"
import { Effect } from "effect"
import { type RawBuilder, sql as raw } from "kysely"
import type { Reading } from "./shared/sql.ts"
import { prepared, variants } from "./shared/statement.ts"
import {
  conditions,
  eb,
  everything,
  isPlain,
  isSeen,
  matching,
  type Seen,
  type Shape,
} from "./transaction-filters.ts"
import { type Order, ordering, type Place } from "./transaction-orders.ts"
import { countOf } from "./transaction-records.ts"
import { recordsOf } from "./transaction-sorts.ts"

/** A list; with a sight, only of what the user may see. */
interface Listed {
  readonly shape: Shape
  readonly order: Order
  readonly isSighted: boolean
}

type Paged = Seen & PageRequest

/** A page of the rows up to a key of the order, inclusive. */
interface Near extends Paged {
  readonly last: Place["key"]
}

const asPlace = (row: Place) => row

const listing = ({ shape, order, isSighted }: Listed) => {
  const key = raw.ref(`t.${order.column}`)
  return {
    key,
    places: (p: Paged, isFree: boolean, isNear: RawBuilder<unknown> = raw``) => raw<Place>`
      select t.id, ${key} as "key" from transactions as t
      where ${eb.and([matching(shape, p, conditions), ...(isSighted ? [isSeen(p)] : [])])}${isNear}
      order by ${ordering(order, isFree)} limit ${p.limit} offset ${p.offset}`,
  }
}

/** Finds all matches by their filter, and sorts them. */
export const sortedPlaces = variants((listed: Listed) =>
  prepared((p: Paged) => listing(listed).places(p, true), asPlace),
)

/** Finds some of the matches, in the order of an index. */
const along = variants((listed: Listed) => {
  const { key, places } = listing(listed)
  const { order } = listed
  return {
    /** Key of the row after `skipped` others. */
    last: prepared(
      (p: Seen & { readonly skipped: number }) => raw<{ key: Place["key"] }>`
        select ${key} as "key" from transactions as t where t.client_id = ${p.client_id}
        order by ${ordering(order, false)} limit 1 offset ${p.skipped}`,
      (row: { key: Place["key"] }) => row,
    ),
    met: prepared((p: Paged) => places(p, false), asPlace),
    near: prepared((p: Near) => {
      const isBefore = raw.raw(order.isDescending ? ">=" : "<=")
      return places(p, false, raw` and ${key} ${isBefore} ${p.last}`)
    }, asPlace),
  }
})

/**
 * Limits on the rows that a page reads in the order of an index, before all matches are found and
 * sorted instead.
 */
const looked = {
  /** Rows that may be read in any case. */
  rows: 4_000,
  /** Or one in this many of all rows: finding all matches takes as long as reading some of them. */
  share: 16,
  /** Multiple of the expected number of rows, because the matches may be further down. */
  times: 8,
} as const

const light = () => 0

interface Counted extends Listed {
  readonly params: Seen
  /** Number of matches. */
  readonly count: number
}

const placesOf = Effect.fnUntraced(function* (
  sql: Reading,
  { params, count, ...listed }: Counted,
  page: PageRequest,
) {
  const { last, met, near } = along(listed)
  const paged = { ...params, ...page }
  if (isPlain(listed.shape) && !listed.isSighted) return yield* sql.all(met, paged, light)
  const all = (yield* sql.get(countOf(everything), params))?.count ?? 0
  const end = Math.min(page.offset + page.limit, count)
  const most = Math.max(looked.rows, Math.floor(all / looked.share))
  const estimated = Math.max(looked.rows, Math.ceil((looked.times * end * all) / count))
  if (estimated <= 2 * most) {
    const skipped = Math.min(estimated, most)
    const edge = yield* sql.get(last, { ...params, skipped })
    if (edge === null) return yield* sql.all(met, paged, light)
    const found = yield* sql.all(near, { ...paged, last: edge.key }, light)
    if (found.length === end - page.offset) return found
  }
  return yield* sql.all(sortedPlaces(listed), paged, light)
})

/**
 * Returns a page of matches from a database in a separate process, which finds and sorts them
 * without blocking this one. The database cannot estimate how many rows a search matches, and might
 * read the whole index of an order for a few. So a part of the index is read if enough matches are
 * there; otherwise all matches are found and sorted.
 */
export const plannedPage = Effect.fnUntraced(function* (
  sql: Reading,
  counted: Counted,
  page: PageRequest,
) {
  const { count, params } = counted
  if (count <= page.offset) return { count, results: [] }
  const places = yield* placesOf(sql, counted, page)
  const result: Page<ShownParts> = {
    count,
    results: yield* recordsOf(sql, params.client_id, places),
  }
  return result
})
