import type { PageRequest } from "@outlay/domain"
import type { ShownParts } from "@outlay/domain/rules"
import { Effect } from "effect"
import type { Expression, SqlBool } from "kysely"
import { db } from "./shared/database.ts"
import { isIn, unindexed } from "./shared/dialect.ts"
import type { Reading } from "./shared/sql.ts"
import { prepared, variants } from "./shared/statement.ts"
import {
  conditions,
  eb,
  matching,
  type Params,
  type Shape,
  walking,
} from "./transaction-filters.ts"
import { comparing, type Order, type Place } from "./transaction-orders.ts"
import { asParts, selectParts, weigh } from "./transaction-rows.ts"

/** So many rows are looked at in one turn: some milliseconds. All of one instant are one slice. */
const sliceRows = 2_000
/** Where the database is a process of its own, which holds up nobody here. */
const rowsElsewhere = 100_000

/** Whose transactions are walked through: all, or those of a spender or of a budget. */
type Whose =
  | { readonly of: null }
  | { readonly of: "user_id"; readonly spender: number }
  | { readonly of: "budget_id"; readonly budget: string }

export interface Walk {
  readonly shape: Shape
  readonly params: Params
  readonly order: Order
  /** One after the other; of a budget only those that are of none of the spenders. */
  readonly whose: ReadonlyArray<Whose>
  readonly spenders: ReadonlyArray<number>
}

/** What is looked at in one turn: from an instant on, and before another. */
interface Slice extends Params {
  readonly from: string
  readonly before: string
  readonly skipped: number
  readonly spender: number
  readonly budget: string
  readonly spenders: ReadonlyArray<number>
}

interface Variant {
  readonly shape: Shape
  readonly of: Whose["of"]
  readonly column: Order["column"]
}

const isNew = (p: Slice) =>
  eb.or([eb("t.user_id", "is", null), eb.not(isIn(unindexed("t.user_id"), p.spenders))])

const ofWhom = (p: Slice, of: Whose["of"]): ReadonlyArray<Expression<SqlBool>> => {
  if (of === null) return []
  return of === "user_id"
    ? [eb("t.user_id", "=", p.spender)]
    : [eb("t.budget_id", "=", p.budget), isNew(p)]
}

/** What an index finds, so that no other rows are walked through. */
const found = (p: Slice, { shape, of }: Variant) =>
  eb.and([
    eb("t.client_id", "=", p.client_id),
    eb("t.auth_date", ">=", p.from),
    eb("t.auth_date", "<", p.before),
    ...(["user_id", "budget_id"] as const)
      .filter((part) => shape.parts.includes(part))
      .map((part) => conditions[part](p)),
    ...(of === null ? [] : ofWhom(p, of).slice(0, 1)),
  ])

const within = (p: Slice, { shape, of }: Variant) =>
  eb.and([
    matching(shape, p, walking),
    eb("t.auth_date", ">=", p.from),
    eb("t.auth_date", "<", p.before),
    ...ofWhom(p, of),
  ])

const slices = variants((variant: Variant) => ({
  /** The instant that so many rows are not older than. */
  end: prepared((p: Slice) =>
    db
      .selectFrom("transactions as t")
      .select("t.auth_date")
      .where(found(p, variant))
      .orderBy("t.auth_date", "desc")
      .limit(1)
      .offset(p.skipped),
  ),
  places: prepared((p: Slice) =>
    db
      .selectFrom("transactions as t")
      .select(["t.id", `t.${variant.column} as key`])
      .where(within(p, variant)),
  ),
}))

interface Ids {
  readonly client_id: number
  readonly ids: ReadonlyArray<string>
}

const byIds = prepared(
  (p: Ids) => selectParts().where("t.client_id", "=", p.client_id).where(isIn("t.id", p.ids)),
  asParts,
)

/** The records of places, in their order. */
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

/** The first places of those that were met, in order: up to the end of a page. */
class First {
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

/** Later than every instant, and than this one alone. */
const forever = "~"
const justAfter = (instant: string): string => `${instant}~`

/** The instant before which a walk starts: nothing clears before it is authorised. */
const startOf = ({ shape, params }: Walk): string => {
  const bounds = (["max_auth_date", "max_cleared_date"] as const)
    .filter((part) => shape.parts.includes(part))
    .map((part) => justAfter(params[part]))
  return bounds.toSorted()[0] ?? forever
}

/**
 * A page of what matches, sorted, and how many match in all: a slice of them is looked at in each
 * turn of the event loop, and their first are kept, up to the end of the page.
 */
export const sortedThrough = Effect.fnUntraced(function* (
  sql: Reading,
  walk: Walk,
  { offset, limit }: PageRequest,
) {
  const { shape, params, order, whose, spenders } = walk
  const floor = shape.parts.includes("min_auth_date") ? params.min_auth_date : ""
  const skipped = sql.isInProcess ? sliceRows - 1 : rowsElsewhere - 1
  const first = new First(order, offset + limit)
  let count = 0
  let walked = 0
  // What is more than two slices is not read at once.
  const weighing = (weight: number) => () => {
    walked += weight
    return sql.pause === null && walked > 2 * sliceRows ? Number.POSITIVE_INFINITY : 0
  }
  for (const who of whose) {
    const statements = slices({ shape, of: who.of, column: order.column })
    const ofWhom = { spender: 0, budget: "", spenders, skipped, ...who }
    let before: string | null = startOf(walk)
    while (before !== null) {
      const rest: Slice = { ...params, ...ofWhom, from: floor, before }
      const [last] = yield* sql.all(statements.end, rest, weighing(sliceRows))
      const slice: Slice = { ...rest, from: last?.auth_date ?? floor }
      const places = yield* sql.all(statements.places, slice, weighing(1))
      first.add(places)
      count += places.length
      before = last === undefined ? null : last.auth_date
      if (sql.pause !== null) yield* sql.pause
    }
  }
  return { count, results: yield* recordsOf(sql, params.client_id, first.from(offset)) }
})
