import type { PageRequest } from "@outlay/domain"
import { Effect } from "effect"
import { sql as raw } from "kysely"
import { indexedBy, isIn } from "./shared/dialect.ts"
import type { Reading } from "./shared/sql.ts"
import { prepared, variants } from "./shared/statement.ts"
import {
  conditions,
  eb,
  matching,
  type Params,
  type Part,
  type Shape,
} from "./transaction-filters.ts"
import { type Order, ordering, type Place } from "./transaction-orders.ts"
import { recordsOf } from "./transaction-sorts.ts"

/** An index that has all that a filter looks at: no row is read to see whether it matches. */
interface Cover {
  readonly index: string
  readonly key: "merchant_key" | "amount" | "labels"
}

const covers: ReadonlyArray<Cover & { readonly parts: ReadonlyArray<Part> }> = [
  { parts: ["search"], index: "transactions_by_merchant", key: "merchant_key" },
  { parts: ["min_amount", "max_amount"], index: "transactions_by_amount", key: "amount" },
  { parts: ["category_id", "custom_field"], index: "transactions_by_labels", key: "labels" },
]

/** The index that covers a filter; each has the status, too. */
const coverOf = ({ parts, rarities }: Shape): Cover | null => {
  const asked = parts.filter((part) => part !== "status")
  if (asked.length === 0 || rarities.some((rarity) => rarity !== "open")) return null
  const found = covers.find((cover) => asked.every((part) => cover.parts.includes(part)))
  return found === undefined ? null : { index: found.index, key: found.key }
}

type Key = string | number

/** A part of an index: after a place in it, and up to another. */
interface Range extends Params {
  readonly after_key: Key
  readonly after_id: string
  readonly until_key: Key
  readonly until_id: string
  readonly skipped: number
  readonly limit: number
}

/** After every id, and after every name: those have fewer characters. */
const lastId = "~"
const lastText = "\u{10FFFF}".repeat(400)

/** Where in an index a filter's matches are: an amount has either sign. */
const rangesOf = ({ parts }: Shape, p: Params, { key }: Cover): ReadonlyArray<[Key, Key]> => {
  if (key !== "amount") return [["", lastText]]
  const least = parts.includes("min_amount") ? p.min_amount : 0
  const most = parts.includes("max_amount") ? p.max_amount : Number.MAX_SAFE_INTEGER
  return least <= 0
    ? [[-most, most]]
    : [
        [-most, -least],
        [least, most],
      ]
}

const statements = variants(({ shape, cover }: { shape: Shape; cover: Cover }) => {
  const from = raw`transactions as t ${indexedBy(cover.index)}`
  const key = raw.ref(`t.${cover.key}`)
  const after = (p: Range) => raw`t.client_id = ${p.client_id}
    and (${key}, t.id) > (${p.after_key}, ${p.after_id})`
  const within = (p: Range) => raw`${after(p)}
    and (${key}, t.id) <= (${p.until_key}, ${p.until_id})`
  // Of texts the last part of the index ends where the index does.
  const ahead = cover.key === "amount" ? within : after
  return {
    end: prepared(
      (p: Range) => raw<{ key: Key; id: string }>`select ${key} as "key", t.id from ${from}
        where ${ahead(p)} order by ${key}, t.id limit 1 offset ${p.skipped}`,
    ),
    count: prepared(
      (p: Range) => raw<{ count: number }>`select count(*) as count from ${from}
        where ${within(p)} and ${matching(shape, p, conditions)}`,
    ),
    ids: prepared(
      (p: Range) => raw<{ id: string }>`select t.id from ${from}
        where ${within(p)} and ${matching(shape, p, conditions)} limit ${p.limit}`,
    ),
  }
})

/** How much of an index is looked at in a turn, and how many ids are kept. */
export interface CoverBounds {
  readonly entries: number
  readonly few: number
  /** Where more than few match, how many is not worked out. */
  readonly isForFew?: boolean
}

export const coverBounds: CoverBounds = { entries: 50_000, few: 5_000 }

/** How many match, with their ids where they are few. */
interface Covered {
  readonly count: number
  readonly ids: ReadonlyArray<string> | null
}

/**
 * Counts along an index that covers the filter, a slice in each turn of the event loop; null where
 * there is none, and where the database is a process of its own, which counts by itself.
 */
export const countCovered = Effect.fnUntraced(function* (
  reading: Reading,
  shape: Shape,
  params: Params,
  { entries, few, isForFew = false }: CoverBounds,
) {
  const cover = reading.isInProcess ? coverOf(shape) : null
  if (cover === null) return null
  const { end: endOf, count: countOf, ids: idsOf } = statements({ shape, cover })
  const ids: Array<string> = []
  let count = 0
  const look = Effect.fnUntraced(function* (slice: Range) {
    if (count <= few) {
      const found = yield* reading.all(idsOf, { ...slice, limit: few - count + 1 }, () => 0)
      for (const { id } of found) ids.push(id)
      if (ids.length <= few || isForFew) {
        count = ids.length
        return
      }
    }
    count += (yield* reading.get(countOf, slice))?.count ?? 0
  })
  // What is more than one slice is never read at once but in a unit of work.
  const isMore = () => (reading.pause === null ? Number.POSITIVE_INFINITY : 0)
  for (const [from, until] of rangesOf(shape, params, cover)) {
    let place: Range = {
      ...{ ...params, after_key: from, after_id: "", until_key: until, until_id: lastId },
      ...{ skipped: entries - 1, limit: 1 },
    }
    while (true) {
      const [end] = yield* reading.all(endOf, place, isMore)
      yield* look(end === undefined ? place : { ...place, until_key: end.key, until_id: end.id })
      if (reading.pause !== null) yield* reading.pause
      if (isForFew && count > few) return null
      if (end === undefined) break
      place = { ...place, after_key: end.key, after_id: end.id }
    }
  }
  const covered: Covered = { count, ids: count <= few ? ids : null }
  return covered
})

interface Sorted extends PageRequest {
  readonly client_id: number
  readonly ids: ReadonlyArray<string>
}

const places = variants((order: Order) => ({
  of: prepared(
    (p: Sorted) => raw<Place>`select t.id, ${raw.ref(`t.${order.column}`)} as "key"
      from transactions as t where ${eb("t.client_id", "=", p.client_id)} and ${isIn("t.id", p.ids)}
      order by ${ordering(order, true)} limit ${p.limit} offset ${p.offset}`,
    (row: Place) => row,
  ),
}))

/** A page of few that are known by their ids, in an order. */
export const pageOfFew = Effect.fnUntraced(function* (
  reading: Reading,
  order: Order,
  sorted: Sorted,
) {
  const found = yield* reading.all(places(order).of, sorted, () => 0)
  return yield* recordsOf(reading, sorted.client_id, found)
})
