import type { PageRequest } from "@outlay/domain"
import { Effect } from "effect"
import { type RawBuilder, sql as raw } from "kysely"
import { indexedBy, isIn } from "./shared/dialect.ts"
import type { Reading } from "./shared/sql.ts"
import { prepared, variants } from "./shared/statement.ts"
import {
  conditions,
  eb,
  matching,
  type Params,
  type Shape,
  slicing,
} from "./transaction-filters.ts"
import { type Order, ordering, type Place } from "./transaction-orders.ts"
import {
  type Cover,
  covers,
  type Key,
  type KeyBounds,
  keyBounds,
  type Range,
  rangesOf,
} from "./transaction-ranges.ts"
import { First, recordsOf } from "./transaction-sorts.ts"

/**
 * Returns the index that covers a filter, with a key that finds a part of it; null if there is
 * none.
 */
const coverOf = ({ parts, rarities }: Shape): Cover | null => {
  if (rarities.some((rarity) => rarity !== "open")) return null
  const isCovering = ({ parts: found, otherParts: others }: Cover) =>
    parts.some((part) => found.includes(part)) &&
    parts.every((part) => part === "status" || found.includes(part) || others.includes(part))
  return covers.find(isCovering) ?? null
}

/** A part of an index: from one key up to another, exclusive; or the entries of one key, by id. */
interface Slice extends Params {
  readonly key: Key
  readonly before: Key
  readonly after_id: string
  readonly until_id: string
  readonly skipped: number
  readonly limit: number
}

/** Greater than every id. */
const lastId = "~"

/** Returns the next greater key. */
const after = (key: Key): Key => (typeof key === "number" ? key + 1 : `${key}\0`)

type Where = (p: Slice, cover: Cover) => RawBuilder<unknown>

const fromIndex = ({ index }: Cover) => raw`transactions as t ${indexedBy(index)}`
const keyOf = ({ key }: Cover) => raw.ref(`t.${key}`)
const ofKeys: Where = (p, cover) => raw`t.client_id = ${p.client_id}
  and ${keyOf(cover)} >= ${p.key} and ${keyOf(cover)} < ${p.before}`
const afterId: Where = (p, cover) => raw`t.client_id = ${p.client_id}
  and ${keyOf(cover)} = ${p.key} and t.id > ${p.after_id}`
const ofKey: Where = (p, cover) => raw`${afterId(p, cover)} and t.id <= ${p.until_id}`

interface End {
  readonly key: Key
  readonly id: string
}

/** Statements that find the entry after `skipped` others. */
const ends = variants((cover: Cover) => {
  const end = (where: Where, by: RawBuilder<unknown>) =>
    prepared(
      (p: Slice) => raw`select ${keyOf(cover)} as "key", t.id from ${fromIndex(cover)}
        where ${where(p, cover)} order by ${by} limit 1 offset ${p.skipped}`,
      (row: End) => row,
    )
  return { ofKeys: end(ofKeys, keyOf(cover)), ofKey: end(afterId, raw`t.id`) }
})

interface Counted {
  readonly shape: Shape
  readonly cover: Cover
  /** True if all rows of the range match, except for conditions on other columns. */
  readonly isExact: boolean
}

const counts = variants(({ shape, cover, isExact }: Counted) => {
  const remaining: Shape = isExact
    ? { ...shape, parts: shape.parts.filter((part) => !cover.parts.includes(part)) }
    : shape
  const of = (where: Where) => {
    const which = (p: Slice) => raw`from ${fromIndex(cover)}
      where ${where(p, cover)} and ${matching(remaining, p, conditions)}`
    return {
      count: prepared((p: Slice) => raw<{ count: number }>`select count(*) as count ${which(p)}`),
      ids: prepared((p: Slice) => raw<{ id: string }>`select t.id ${which(p)} limit ${p.limit}`),
    }
  }
  return { ofKeys: of(ofKeys), ofKey: of(ofKey) }
})

/** The same statements for a slice of keys, and for a slice of one key. */
interface Both<A> {
  readonly ofKeys: A
  readonly ofKey: A
}

interface Along<A> {
  readonly params: Params
  readonly cover: Cover
  readonly ranges: ReadonlyArray<Range>
  readonly statements: Both<A>
  /** Number of entries to read in a turn. */
  readonly entries: number
}

/** Cost of querying one more range, in entries that could be read in the same time. */
const rangeCost = 500

/**
 * Reads ranges of an index, one slice per turn of the event loop, until `look` returns null.
 * Otherwise, `look` returns the number of entries that it found.
 */
const throughRanges = Effect.fnUntraced(function* <A, E>(
  reading: Reading,
  { params, cover, ranges, statements, entries }: Along<A>,
  look: (of: A, slice: Slice, weigh: () => number) => Effect.Effect<number | null, E>,
) {
  const end = ends(cover)
  let looked = 0
  // More than one slice is read at once only in a unit of work.
  const isMore = () => (reading.pause === null ? Number.POSITIVE_INFINITY : 0)
  const weigh = () => (looked > entries ? isMore() : 0)
  /** Returns false if no more slices are needed. */
  const lookAt = Effect.fnUntraced(function* (of: A, slice: Slice, isWhole: boolean) {
    const found = yield* look(of, slice, weigh)
    looked += rangeCost + (found ?? 0)
    if (reading.pause !== null && (isWhole || looked > entries)) {
      yield* reading.pause
      looked = 0
    }
    return found !== null
  })
  const throughKey = Effect.fnUntraced(function* (slice: Slice) {
    let place = slice
    while (true) {
      const [last] = yield* reading.all(end.ofKey, place, isMore)
      const part = { ...place, until_id: last?.id ?? lastId }
      if (!(yield* lookAt(statements.ofKey, part, true))) return false
      if (last === undefined) return true
      place = { ...place, after_id: last.id }
    }
  })
  for (const [from, until] of ranges) {
    let place: Slice = {
      ...{ ...params, key: from, before: after(until), after_id: "", until_id: lastId },
      ...{ skipped: entries - 1, limit: 1 },
    }
    while (true) {
      const [last] = yield* reading.all(end.ofKeys, place, isMore)
      const isOfKey = last !== undefined && last.key === place.key
      const slice = { ...place, before: last?.key ?? place.before }
      const isGoing = isOfKey
        ? yield* throughKey(place)
        : yield* lookAt(statements.ofKeys, slice, last !== undefined)
      if (!isGoing) return
      if (last === undefined) break
      place = { ...place, key: isOfKey ? after(last.key) : last.key }
    }
  }
})

/** Number of index entries that are read in a turn, and of ids that are collected. */
export interface CoverBounds extends KeyBounds {
  readonly entries: number
  readonly few: number
}

export const coverBounds: CoverBounds = { ...keyBounds, entries: 50_000, few: 5_000 }

/** Number of matches, with their ids if they are few. */
interface Covered {
  readonly count: number
  readonly ids: ReadonlyArray<string> | null
}

/**
 * Counts the matches by an index that covers the filter. Null if there is no such index, or if it
 * has more entries than the `most` that are worth reading.
 */
export const countCovered = Effect.fnUntraced(function* (
  reading: Reading,
  shape: Shape,
  params: Params,
  most: number,
  bounds: CoverBounds = coverBounds,
) {
  const cover = most > 0 ? coverOf(shape) : null
  if (cover === null) return null
  const { entries, few } = bounds
  const { ranges, isExact } = yield* rangesOf(reading, shape, params, cover, bounds)
  const isBounded = most < Number.POSITIVE_INFINITY
  const along = { params, cover, ranges, entries }
  if (isBounded && (yield* sizeOf(reading, along, most)) > most) return null
  const ids: Array<string> = []
  let count = 0
  const statements = counts({ shape, cover, isExact })
  const look = Effect.fnUntraced(function* (
    of: typeof statements.ofKeys,
    slice: Slice,
    weigh: () => number,
  ) {
    if (count <= few) {
      const found = yield* reading.all(of.ids, { ...slice, limit: few - count + 1 }, weigh)
      for (const { id } of found) ids.push(id)
      if (ids.length <= few) {
        count = ids.length
        return found.length
      }
    }
    const [found] = yield* reading.all(of.count, slice, weigh)
    count += found?.count ?? 0
    return found?.count ?? 0
  })
  yield* throughRanges(reading, { ...along, statements }, look)
  const covered: Covered = { count, ids: count <= few ? ids : null }
  return covered
})

const sizes = variants((cover: Cover) => {
  const size = (where: Where) =>
    prepared(
      (p: Slice) => raw<{ count: number }>`select count(*) as count from (
        select 1 from ${fromIndex(cover)} where ${where(p, cover)} limit ${p.limit}
      ) as found`,
    )
  return { ofKeys: size(ofKeys), ofKey: size(ofKey) }
})

/** Returns the number of entries in ranges; a number above `most` if there are more. */
const sizeOf = Effect.fnUntraced(function* (
  reading: Reading,
  along: Omit<Along<unknown>, "statements">,
  most: number,
) {
  let size = 0
  yield* throughRanges(reading, { ...along, statements: sizes(along.cover) }, (of, slice, weigh) =>
    Effect.map(
      reading.all(of, { ...slice, limit: Math.floor(most) - size + 1 }, weigh),
      ([found]) => {
        size += found?.count ?? 0
        return size > most ? null : (found?.count ?? 0)
      },
    ),
  )
  return size
})

interface Gathered {
  readonly shape: Shape
  readonly cover: Cover
  readonly order: Order
}

const lookups = variants(({ shape, cover, order }: Gathered) => {
  const of = (where: Where) => ({
    places: prepared(
      (p: Slice) => raw`select t.id, ${raw.ref(`t.${order.column}`)} as "key"
        from ${fromIndex(cover)} where ${where(p, cover)} and ${matching(shape, p, slicing)}`,
      (row: Place) => row,
    ),
  })
  return { ofKeys: of(ofKeys), ofKey: of(ofKey) }
})

/** Rows that are looked up in a turn. */
const rowsInTurn = 2_500

/**
 * Returns a page of a filter, in an order, if an index limits the rows that may match to `most`:
 * only those are looked up. Null if there is no such index.
 */
export const pageAmongFew = Effect.fnUntraced(function* (
  reading: Reading,
  { shape, order, params }: Omit<Gathered, "cover"> & { readonly params: Params },
  page: PageRequest,
  most: number,
) {
  for (const cover of covers) {
    if (!cover.parts.some((part) => shape.parts.includes(part))) continue
    const { ranges, isExact } = yield* rangesOf(reading, shape, params, cover)
    if (!isExact) continue
    const statements = lookups({ shape, cover, order })
    const along = { params, cover, ranges, statements, entries: coverBounds.entries }
    if ((yield* sizeOf(reading, along, most)) > most) continue
    const first = new First(order, page.offset + page.limit)
    let count = 0
    yield* throughRanges(reading, { ...along, entries: rowsInTurn }, ({ places }, slice, weigh) =>
      Effect.map(reading.all(places, slice, weigh), (found) => {
        first.add(found)
        count += found.length
        return found.length
      }),
    )
    return {
      count,
      results: yield* recordsOf(reading, params.client_id, first.from(page.offset)),
    }
  }
  return null
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

/** Returns a page of a few transactions that are known by their ids, in an order. */
export const pageOfFew = Effect.fnUntraced(function* (
  reading: Reading,
  order: Order,
  sorted: Sorted,
) {
  const found = yield* reading.all(places(order).of, sorted, () => 0)
  return yield* recordsOf(reading, sorted.client_id, found)
})
