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

/** What is listed; with a sight only what is seen. */
interface Listed {
  readonly shape: Shape
  readonly order: Order
  readonly isSighted: boolean
}

type Paged = Seen & PageRequest

/** Of those up to a key of the order, and with it. */
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

/** All that match are found by what they are filtered by, and sorted. */
export const sortedPlaces = variants((listed: Listed) =>
  prepared((p: Paged) => listing(listed).places(p, true), asPlace),
)

/** Some of them, met in the order of an index. */
const along = variants((listed: Listed) => {
  const { key, places } = listing(listed)
  const { order } = listed
  return {
    /** The key that so many others come before. */
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

/** How many rows a page may look at in the order of an index, before all that match are sorted. */
const looked = {
  /** Up to so many, however few there are. */
  rows: 4_000,
  /** Or one in so many of all: to find all that match takes as long as to look at some of them. */
  share: 16,
  /** So many times as many as are expected: those that match may be further down. */
  times: 8,
} as const

const light = () => 0

interface Counted extends Listed {
  readonly params: Seen
  /** How many match. */
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
  const wanted = Math.max(looked.rows, Math.ceil((looked.times * end * all) / count))
  if (wanted <= 2 * most) {
    const skipped = Math.min(wanted, most)
    const edge = yield* sql.get(last, { ...params, skipped })
    if (edge === null) return yield* sql.all(met, paged, light)
    const found = yield* sql.all(near, { ...paged, last: edge.key }, light)
    if (found.length === end - page.offset) return found
  }
  return yield* sql.all(sortedPlaces(listed), paged, light)
})

/**
 * A page of so many that match, where the database is a process of its own: it finds and sorts them
 * by itself, and holds up nobody here. It cannot tell how many a search finds, and so may look for
 * a few along the whole index of an order: it does so along a part of it, if enough are there, or
 * else finds all that match, and sorts them.
 */
export const plannedPage = Effect.fnUntraced(function* (
  sql: Reading,
  counted: Counted,
  page: PageRequest,
) {
  const { count, params } = counted
  if (count <= page.offset) return { count, results: [] }
  const places = yield* placesOf(sql, counted, page)
  const answer: Page<ShownParts> = {
    count,
    results: yield* recordsOf(sql, params.client_id, places),
  }
  return answer
})
