import type { PageRequest } from "@outlay/domain"
import { Effect } from "effect"
import { type RawBuilder, sql as raw } from "kysely"
import { indexedBy } from "./shared/dialect.ts"
import type { Reading, Statement } from "./shared/sql.ts"
import { prepared, variants } from "./shared/statement.ts"
import { matching, type Params, type Part, type Shape, slicing } from "./transaction-filters.ts"
import { type Order, ordering, type Place } from "./transaction-orders.ts"
import { type Key, ofAmount, ofDays } from "./transaction-ranges.ts"

interface Sorted {
  readonly shape: Shape
  readonly order: Order
}

/** Keys between two others, both excluded. */
interface Between extends Params {
  readonly after: Key
  readonly before: Key
  readonly skipped: number
}

/** Entries of one key: after one id, up to and including another. */
interface OfKey extends Params {
  readonly key: Key
  readonly after_id: string
  readonly until_id: string
  readonly skipped: number
}

/** Statements along the index of an order. */
const statements = variants(({ shape, order }: Sorted) => {
  const from = raw`transactions as t ${indexedBy(order.index)}`
  const key = raw.ref(`t.${order.column}`)
  const between = (p: Between) => raw`t.client_id = ${p.client_id}
    and ${key} > ${p.after} and ${key} < ${p.before}`
  const ofKey = (p: OfKey) => raw`t.client_id = ${p.client_id}
    and ${key} = ${p.key} and t.id > ${p.after_id}`
  const until = (p: OfKey) => raw`${ofKey(p)} and t.id <= ${p.until_id}`
  const count = (within: RawBuilder<unknown>, p: Params) => raw<{ count: number }>`
    select count(*) as count from ${from} where ${within} and ${matching(shape, p, slicing)}`
  const places = (within: RawBuilder<unknown>, p: Params & PageRequest) => raw<Place>`
    select t.id, ${key} as "key" from ${from} where ${within} and ${matching(shape, p, slicing)}
    order by ${ordering(order, false)} limit ${p.limit} offset ${p.offset}`
  const asPlace = (row: Place) => row
  return {
    between: {
      end: prepared(
        (p: Between) => raw<Place>`select t.id, ${key} as "key" from ${from} where ${between(p)}
          order by ${key} ${raw.raw(order.isDescending ? "desc" : "asc")}
          limit 1 offset ${p.skipped}`,
        asPlace,
      ),
      count: prepared((p: Between) => count(between(p), p)),
      places: prepared((p: Between & PageRequest) => places(between(p), p), asPlace),
    },
    ofKey: {
      end: prepared(
        (p: OfKey) => raw<Place>`select t.id, ${key} as "key" from ${from} where ${ofKey(p)}
          order by t.id limit 1 offset ${p.skipped}`,
        asPlace,
      ),
      count: prepared((p: OfKey) => count(until(p), p)),
      places: prepared((p: OfKey & PageRequest) => places(until(p), p), asPlace),
    },
  }
})

/** Parts of a filter that an index can test by itself, without looking up rows. */
const known: { readonly [K in Order["column"]]: ReadonlyArray<Part> } = {
  auth_date: ["status", ...ofDays, "expense_status"],
  amount: ["status", ...ofAmount, ...ofDays],
  merchant_key: ["status", "search", ...ofAmount, ...ofDays],
}

const isKnown = ({ parts, rarities }: Shape, { column }: Order): boolean =>
  parts.every((part) => known[column].includes(part)) &&
  rarities.every((rarity) => rarity === "open")

/** Limits on what is read of an index in a turn, and in total. */
export interface PassageBounds {
  /** Entries in a turn, if the index can test the filter by itself. */
  readonly entries: number
  /** Rows that are looked up in a turn. */
  readonly rows: number
  /** Rows that are looked up before the passage is cancelled. */
  readonly most: number
}

export const passageBounds: PassageBounds = { entries: 50_000, rows: 2_500, most: 25_000 }

const lastId = "~"
const lastText = "\u{10FFFF}".repeat(400)

/** Returns bounds outside of all keys, except the empty text, which is read separately. */
const extentOf = ({ parts }: Shape, p: Params, { column }: Order) => {
  if (column !== "amount") return { after: "", before: lastText }
  const maxAmount = parts.includes("max_amount") ? p.max_amount : Number.MAX_SAFE_INTEGER - 1
  return { after: -maxAmount - 1, before: maxAmount + 1 }
}

interface Slices<P> {
  readonly count: Statement<P, { readonly count: number }>
  readonly places: Statement<P & PageRequest, Place>
}

/**
 * Returns the places of a page in the order of an index, reading one slice per turn of the event
 * loop. Null if it takes too many rows: more are `expected`, or the matches are at the other end.
 */
export const passage = Effect.fnUntraced(function* (
  reading: Reading,
  { shape, order, params }: Sorted & { readonly params: Params },
  page: PageRequest,
  expected: number,
  bounds: PassageBounds = passageBounds,
) {
  const { between, ofKey } = statements({ shape, order })
  const isCovered = isKnown(shape, order)
  if (!isCovered && expected > bounds.most) return null
  const found: Array<Place> = []
  let count = 0
  let looked = 0
  // Most pages are in the first slice: a small one, which is read at once.
  const skip = () => (isCovered && looked > 0 ? bounds.entries : bounds.rows) - 1
  // More than one slice is read at once only in a unit of work.
  const isMore = () => (reading.pause === null && looked > 0 ? Number.POSITIVE_INFINITY : 0)
  const light = () => 0
  const isTooMuch = () => !isCovered && looked > bounds.most
  const isOver = () => found.length >= page.limit || isTooMuch()
  const look = Effect.fnUntraced(function* <P extends object>(slices: Slices<P>, slice: P) {
    const offset = Math.max(page.offset - count, 0)
    const limit = page.limit - found.length
    const [counted] = offset === 0 ? [] : yield* reading.all(slices.count, slice, light)
    count += counted?.count ?? 0
    if (offset === 0 || count > page.offset) {
      found.push(...(yield* reading.all(slices.places, { ...slice, offset, limit }, light)))
    }
    if (reading.pause !== null) yield* reading.pause
  })
  const throughKey = Effect.fnUntraced(function* (key: Key) {
    let place: OfKey = { ...params, key, after_id: "", until_id: lastId, skipped: 0 }
    while (!isOver()) {
      place = { ...place, skipped: skip() }
      const [end] = yield* reading.all(ofKey.end, place, isMore)
      yield* look(ofKey, { ...place, until_id: end?.id ?? lastId })
      if (end === undefined) return
      looked += place.skipped
      place = { ...place, after_id: end.id }
    }
  })
  const isText = order.column === "merchant_key"
  if (isText && !order.isDescending) yield* throughKey("")
  let place: Between = { ...params, ...extentOf(shape, params, order), skipped: 0 }
  while (!isOver()) {
    place = { ...place, skipped: skip() }
    const [end] = yield* reading.all(between.end, place, isMore)
    const edge =
      end === undefined ? {} : order.isDescending ? { after: end.key } : { before: end.key }
    yield* look(between, { ...place, ...edge })
    if (end === undefined) break
    looked += place.skipped
    yield* throughKey(end.key)
    place = { ...place, ...(order.isDescending ? { before: end.key } : { after: end.key }) }
  }
  if (isText && order.isDescending) yield* throughKey("")
  return found.length < page.limit && isTooMuch() ? null : found
})
