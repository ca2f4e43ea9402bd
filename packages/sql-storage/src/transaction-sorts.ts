import type { PageRequest } from "@outlay/domain"
import type { ShownParts } from "@outlay/domain/rules"
import { Effect } from "effect"
import { type Expression, sql as raw, type SqlBool } from "kysely"
import { indexedBy, isIn, unindexed } from "./shared/dialect.ts"
import type { Reading, Statement } from "./shared/sql.ts"
import { prepared, variants } from "./shared/statement.ts"
import {
  conditions,
  eb,
  matching,
  type Params,
  rareOf,
  rarities,
  type Shape,
  walking,
} from "./transaction-filters.ts"
import { comparing, type Order, type Place } from "./transaction-orders.ts"
import { asParts, selectParts, weigh } from "./transaction-rows.ts"

/** Rows that are read in one turn, which takes a few milliseconds. */
const sliceRows = 2_000

/** Transactions to walk through: all, or those of a spender or of a budget. */
type Whose =
  | { readonly of: null }
  | { readonly of: "user_id"; readonly spender: number }
  | { readonly of: "budget_id"; readonly budget: string }

export interface Walk {
  readonly shape: Shape
  readonly params: Params
  readonly order: Order
  /** Walks, one after the other. That of a budget skips the transactions of the spenders. */
  readonly whose: ReadonlyArray<Whose>
  readonly spenders: ReadonlyArray<number>
}

/** The users and budgets of a walk, and the number of rows to read in one turn. */
interface Part extends Params {
  readonly skipped: number
  readonly spender: number
  readonly budget: string
  readonly spenders: ReadonlyArray<number>
}

/** Rows to read in one turn: from one instant on, and before another. */
interface Slice extends Part {
  readonly from: string
  readonly before: string
}

/** Rows of one instant that has more than a slice: after one id, up to and including another. */
interface OfInstant extends Part {
  readonly instant: string
  readonly after_id: string
  readonly until_id: string
}

interface Variant {
  readonly shape: Shape
  readonly of: Whose["of"]
  readonly column: Order["column"]
}

const isNew = (p: Part) =>
  eb.or([eb("t.user_id", "is", null), eb.not(isIn(unindexed("t.user_id"), p.spenders))])

const ofWhom = (p: Part, of: Whose["of"]): ReadonlyArray<Expression<SqlBool>> => {
  if (of === null) return []
  return of === "user_id"
    ? [eb("t.user_id", "=", p.spender)]
    : [eb("t.budget_id", "=", p.budget), isNew(p)]
}

/** Returns the index of a rare condition, if the walk is not limited to a user or a budget. */
const rarePathOf = ({ shape, of }: Pick<Variant, "shape" | "of">) => {
  const { parts } = shape
  const isOfOne = of !== null || parts.includes("user_id") || parts.includes("budget_id")
  return isOfOne ? null : rareOf(shape)
}

/** Condition that an index finds, so that no other rows are walked through. */
const found = (p: Part, { shape, of }: Variant) => {
  const path = rarePathOf({ shape, of })
  return eb.and([
    eb("t.client_id", "=", p.client_id),
    ...(["user_id", "budget_id"] as const)
      .filter((part) => shape.parts.includes(part))
      .map((part) => conditions[part](p)),
    ...(of === null ? [] : ofWhom(p, of).slice(0, 1)),
    ...(path === null ? [] : [rarities[path.of]]),
  ])
}

const within = (p: Part, { shape, of }: Variant) =>
  eb.and([matching(shape, p, walking), ...ofWhom(p, of)])

const between = (p: Slice) =>
  eb.and([eb("t.auth_date", ">=", p.from), eb("t.auth_date", "<", p.before)])

const ofInstant = (p: OfInstant) =>
  eb.and([eb("t.auth_date", "=", p.instant), eb("t.id", ">", p.after_id)])

const slices = variants((variant: Variant) => {
  const path = rarePathOf(variant)
  const from = raw`transactions as t${path === null ? raw`` : raw` ${indexedBy(path.index)}`}`
  const places = (where: Expression<SqlBool>) => raw<Place>`
    select t.id, ${raw.ref(`t.${variant.column}`)} as "key" from ${from} where ${where}`
  const asPlace = (row: Place) => row
  return {
    /** The row after `skipped` others, the newest first. */
    end: prepared(
      (p: Slice) => raw<{ auth_date: string; id: string }>`select t.auth_date, t.id from ${from}
        where ${eb.and([found(p, variant), between(p)])}
        order by t.auth_date desc, t.id limit 1 offset ${p.skipped}`,
    ),
    endOfInstant: prepared(
      (p: OfInstant) => raw<{ id: string }>`select t.id from ${from}
        where ${eb.and([found(p, variant), ofInstant(p)])} order by t.id limit 1
        offset ${p.skipped}`,
    ),
    places: prepared((p: Slice) => places(eb.and([within(p, variant), between(p)])), asPlace),
    placesOfInstant: prepared(
      (p: OfInstant) =>
        places(eb.and([within(p, variant), ofInstant(p), eb("t.id", "<=", p.until_id)])),
      asPlace,
    ),
  }
})

interface Ids {
  readonly client_id: number
  readonly ids: ReadonlyArray<string>
}

const byIds = prepared(
  (p: Ids) => selectParts().where("t.client_id", "=", p.client_id).where(isIn("t.id", p.ids)),
  asParts,
)

/** Returns the records of places, in their order. */
export const recordsOf = Effect.fnUntraced(function* (
  sql: Reading,
  client_id: number,
  places: ReadonlyArray<Place>,
) {
  const ids = places.map(({ id }) => id)
  const rows = yield* sql.all(byIds, { client_id, ids }, weigh)
  const found = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => found.get(id)).filter((row): row is ShownParts => row !== undefined)
})

/** Collects places and keeps the first ones of an order, up to the end of a page. */
export class First {
  readonly #compare: (a: Place, b: Place) => number
  readonly #end: number
  #places: Array<Place> = []

  constructor(order: Order, end: number) {
    this.#compare = comparing(order)
    this.#end = end
  }

  add(places: ReadonlyArray<Place>): void {
    for (const place of places) this.#places.push(place)
    if (this.#places.length > 2 * this.#end + sliceRows) this.#cut()
  }

  from(offset: number): ReadonlyArray<Place> {
    this.#cut()
    return this.#places.slice(offset)
  }

  #cut(): void {
    this.#places.sort(this.#compare)
    this.#places.length = Math.min(this.#places.length, this.#end)
  }
}

/** Greater than every instant and every id; appended to an instant, just after that instant. */
const last = "~"
const justAfter = (instant: string): string => `${instant}${last}`

/** Returns the instant before which a walk starts: nothing clears before it is authorised. */
const startOf = ({ shape, params }: Walk): string => {
  const bounds = (["max_auth_date", "max_cleared_date"] as const)
    .filter((part) => shape.parts.includes(part))
    .map((part) => justAfter(params[part]))
  return bounds.toSorted()[0] ?? last
}

/** Reads all places of a part of a walk, one slice per turn of the event loop. */
const walkThrough = Effect.fnUntraced(function* (
  sql: Reading,
  { shape, order, ...walk }: Walk,
  who: Whose,
  add: (places: ReadonlyArray<Place>) => void,
) {
  const statements = slices({ shape, of: who.of, column: order.column })
  const skipped = sliceRows - 1
  const part = { ...walk.params, spender: 0, budget: "", spenders: walk.spenders, skipped, ...who }
  let walked = 0
  // More than two slices are not read at once.
  const weighing = (weight: number) => () => {
    walked += weight
    return sql.pause === null && walked > 2 * sliceRows ? Number.POSITIVE_INFINITY : 0
  }
  const look = Effect.fnUntraced(function* <P>(statement: Statement<P, Place>, slice: P) {
    add(yield* sql.all(statement, slice, weighing(1)))
    if (sql.pause !== null) yield* sql.pause
  })
  const instantFrom = Effect.fnUntraced(function* (instant: string, id: string) {
    let place: OfInstant = { ...part, instant, after_id: "", until_id: id }
    while (true) {
      yield* look(statements.placesOfInstant, place)
      if (place.until_id === last) return
      place = { ...place, after_id: place.until_id }
      const [end] = yield* sql.all(statements.endOfInstant, place, weighing(sliceRows))
      place = { ...place, until_id: end?.id ?? last }
    }
  })
  const floor = shape.parts.includes("min_auth_date") ? walk.params.min_auth_date : ""
  let before = startOf({ shape, order, ...walk })
  while (true) {
    const rest: Slice = { ...part, from: floor, before }
    const [end] = yield* sql.all(statements.end, rest, weighing(sliceRows))
    const from = end === undefined ? floor : justAfter(end.auth_date)
    yield* look(statements.places, { ...rest, from })
    if (end === undefined) return
    yield* instantFrom(end.auth_date, end.id)
    before = end.auth_date
  }
})

/**
 * Returns a page of the matches, sorted, and their total. Only the first ones, up to the end of the
 * page, stay in memory.
 */
export const sortedThrough = Effect.fnUntraced(function* (
  sql: Reading,
  walk: Walk,
  { offset, limit }: PageRequest,
) {
  const first = new First(walk.order, offset + limit)
  let count = 0
  for (const who of walk.whose) {
    yield* walkThrough(sql, walk, who, (places) => {
      first.add(places)
      count += places.length
    })
  }
  return { count, results: yield* recordsOf(sql, walk.params.client_id, first.from(offset)) }
})
