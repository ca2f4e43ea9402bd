import type { PageRequest } from "@outlay/domain"
import type { ShownParts } from "@outlay/domain/rules"
import { Effect } from "effect"
import { sql as raw } from "kysely"
import { indexedBy } from "./shared/dialect.ts"
import type { Reading, Statement } from "./shared/sql.ts"
import { prepared, variants } from "./shared/statement.ts"
import {
  eb,
  isSeen,
  matching,
  type Params,
  type Rarity,
  rareOf,
  rarities,
  type Seen,
  type Shape,
  slicing,
} from "./transaction-filters.ts"
import { asParts, partsFrom, weigh } from "./transaction-rows.ts"

/** Transactions to walk through; with a sight, only visible ones. */
export interface Walking {
  readonly shape: Shape
  readonly isSighted: boolean
}

/** The end of a slice: after `skipped` rows. */
interface Ending extends Seen {
  readonly skipped: number
}

/** A slice between two instants, both excluded. */
interface Between extends Ending {
  readonly before: string
  readonly after: string
}

/** A slice of one instant: after one id, up to and including another. */
interface OfInstant extends Ending {
  readonly instant: string
  readonly after_id: string
  readonly until_id: string
}

/** Greater than every instant and every id. */
const last = "~"

interface Path {
  readonly index: string
  readonly by: "user_id" | "budget_id" | null
  /** Condition that all transactions in the index meet. */
  readonly of: Rarity | null
}

/** Returns the index of a walk. */
const pathOf = (shape: Shape): Path => {
  const { parts } = shape
  const path = { by: null, of: null }
  if (parts.includes("user_id")) return { ...path, index: "transactions_by_user", by: "user_id" }
  if (parts.includes("budget_id")) {
    return { ...path, index: "transactions_by_budget", by: "budget_id" }
  }
  return { ...path, index: "transactions_by_auth_date", ...rareOf(shape) }
}

const from = ({ index }: Path) => raw`transactions as t ${indexedBy(index)}`

const between = (p: Between) =>
  eb.and([eb("t.auth_date", "<", p.before), eb("t.auth_date", ">", p.after)])

const ofInstant = (p: OfInstant) =>
  eb.and([eb("t.auth_date", "=", p.instant), eb("t.id", ">", p.after_id)])

/** Statements that find the ends of slices. */
const ends = variants((path: Path) => {
  const along = (p: Params) =>
    eb.and([
      eb("t.client_id", "=", p.client_id),
      ...(path.by === null ? [] : [slicing[path.by](p)]),
      ...(path.of === null ? [] : [rarities[path.of]]),
    ])
  return {
    end: prepared(
      (p: Between) => raw<{
        auth_date: string
        id: string
      }>`select t.auth_date, t.id from ${from(path)} where ${along(p)} and ${between(p)}
        order by t.auth_date desc, t.id limit 1 offset ${p.skipped}`,
    ),
    endOfInstant: prepared(
      (p: OfInstant) => raw<{ id: string }>`select t.id from ${from(path)}
        where ${along(p)} and ${ofInstant(p)} order by t.id limit 1 offset ${p.skipped}`,
    ),
  }
})

/** Statements that read the matches in a slice. */
const walks = variants(({ shape, isSighted }: Walking) => {
  const path = from(pathOf(shape))
  const found = (p: Seen) =>
    eb.and([matching(shape, p, slicing), ...(isSighted ? [isSeen(p)] : [])])
  const until = (p: OfInstant) => eb.and([ofInstant(p), eb("t.id", "<=", p.until_id)])
  return {
    between: {
      count: prepared(
        (p: Between) => raw<{ count: number }>`select count(*) as count from ${path}
          where ${found(p)} and ${between(p)}`,
      ),
      rows: prepared(
        (p: Between & PageRequest) => raw`${partsFrom(path, eb.and([found(p), between(p)]))}
          order by t.auth_date desc, t.id limit ${p.limit} offset ${p.offset}`,
        asParts,
      ),
    },
    ofInstant: {
      count: prepared(
        (p: OfInstant) => raw<{ count: number }>`select count(*) as count from ${path}
          where ${found(p)} and ${until(p)}`,
      ),
      rows: prepared(
        (p: OfInstant & PageRequest) => raw`${partsFrom(path, eb.and([found(p), until(p)]))}
          order by t.id limit ${p.limit} offset ${p.offset}`,
        asParts,
      ),
    },
  }
})

interface Slice<P> {
  readonly count: Statement<P, { readonly count: number }>
  readonly rows: Statement<P & PageRequest, ShownParts>
}

/**
 * Weighs the end of a slice: there is another one after it, and more than one slice is read at once
 * only in a unit of work.
 */
const isMore =
  ({ pause }: Reading) =>
  (): number =>
    pause === null ? Number.POSITIVE_INFINITY : 0

/** Returns the bounds of a walk, by the days of a filter. */
const extentOf = ({ parts }: Shape, p: Params) => {
  const has = (part: "min_auth_date" | "max_auth_date" | "max_cleared_date") => parts.includes(part)
  // A transaction clears only after it is authorised.
  const ends = [
    ...(has("max_auth_date") ? [p.max_auth_date] : []),
    ...(has("max_cleared_date") ? [p.max_cleared_date] : []),
  ].sort()
  return {
    before: `${ends[0] ?? ""}${last}`,
    // A day sorts before its own instants.
    after: has("min_auth_date") ? p.min_auth_date.slice(0, 10) : "",
  }
}

/** Parameters of a walk: `known` is the number of matches, if it is known in advance. */
export interface Way {
  readonly page: PageRequest
  readonly known: number | null
  readonly skipped: number
}

/** Returns true if the path of a walk has more rows than one turn may read. */
export const isLong = Effect.fnUntraced(function* (
  reading: Reading,
  shape: Shape,
  params: Params,
  skipped: number,
) {
  const { end } = ends(pathOf(shape))
  const all = { ...(params as Seen), ...extentOf(shape, params), skipped }
  return (yield* reading.get(end, all)) !== null
})

/**
 * Returns the page of a filter and its number of matches by testing each row, from the newest on,
 * one slice per turn of the event loop. If the number is known, it stops at the end of the page.
 */
export const walked = Effect.fnUntraced(function* (
  reading: Reading,
  walking: Walking,
  params: Seen,
  { page, known, skipped }: Way,
) {
  const statements = walks(walking)
  const { end: endOf, endOfInstant } = ends(pathOf(walking.shape))
  const results: Array<ShownParts> = []
  let count = 0
  const isFull = () => known !== null && (results.length >= page.limit || known <= count)
  const look = Effect.fnUntraced(function* <P extends object>(slice: Slice<P>, place: P) {
    const found = (yield* reading.get(slice.count, place))?.count ?? 0
    const offset = Math.max(page.offset - count, 0)
    const limit = page.limit - results.length
    if (offset < found && limit > 0) {
      results.push(...(yield* reading.all(slice.rows, { ...place, offset, limit }, weigh)))
    }
    count += found
    if (reading.pause !== null) yield* reading.pause
  })
  const instantFrom = Effect.fnUntraced(function* (instant: string, id: string) {
    let place: OfInstant = { ...params, skipped, instant, after_id: "", until_id: id }
    while (!isFull()) {
      yield* look(statements.ofInstant, place)
      if (place.until_id === last) return
      place = { ...place, after_id: place.until_id, until_id: last }
      const [end] = yield* reading.all(endOfInstant, place, isMore(reading))
      place = { ...place, until_id: end?.id ?? last }
    }
  })
  const { before, after } = extentOf(walking.shape, params)
  let place: Between = { ...params, skipped, before, after }
  while (!isFull()) {
    const [end] = yield* reading.all(endOf, place, isMore(reading))
    yield* look(statements.between, { ...place, after: end?.auth_date ?? after })
    if (end === undefined) break
    yield* instantFrom(end.auth_date, end.id)
    place = { ...place, before: end.auth_date }
  }
  return { count: known ?? count, results }
})

interface Updated extends Params {
  readonly after: string
  readonly until: string
  readonly skipped: number
}

/**
 * The same for transactions that were updated after an instant, in that order; they are only
 * counted.
 */
const updates = variants((shape: Shape) => {
  const from = raw`transactions as t ${indexedBy("transactions_by_updated")}`
  return {
    end: prepared(
      (p: Updated) => raw<{ updated: string }>`select t.updated from ${from}
        where t.client_id = ${p.client_id} and t.updated > ${p.after}
        order by t.updated limit 1 offset ${p.skipped}`,
    ),
    count: prepared(
      (p: Updated) => raw<{ count: number }>`select count(*) as count from ${from}
        where ${matching(shape, p, slicing)}
        and t.updated > ${p.after} and t.updated <= ${p.until}`,
    ),
  }
})

/**
 * Counts the matches that were updated after an instant; null if at most `few` were, regardless of
 * the rest of the filter. One unit of work updates few rows, so that a slice can end with an
 * instant.
 */
export const countOfUpdated = Effect.fnUntraced(function* (
  reading: Reading,
  shape: Shape,
  params: Params,
  bounds: { readonly few: number; readonly skipped: number },
) {
  const { end, count } = updates(shape)
  let place: Updated = { ...params, after: params.updated_after, until: last, skipped: bounds.few }
  if ((yield* reading.get(end, place)) === null) return null
  place = { ...place, skipped: bounds.skipped }
  for (let sum = 0; ; ) {
    const [edge] = yield* reading.all(end, place, isMore(reading))
    const until = edge?.updated ?? last
    sum += (yield* reading.get(count, { ...place, until }))?.count ?? 0
    if (edge === undefined) return sum
    place = { ...place, after: until }
    if (reading.pause !== null) yield* reading.pause
  }
})
