import type { Page, PageRequest } from "@outlay/domain"
import type { TransactionFilter, TransactionKey } from "@outlay/domain/fields"
import { endOfDay, type ShownParts } from "@outlay/domain/rules"
import { Effect } from "effect"
import { sql as raw } from "kysely"
import { db } from "./shared/database.ts"
import { unindexed } from "./shared/dialect.ts"
import type { Reading, Statement } from "./shared/sql.ts"
import { prepared, type Reader, variants } from "./shared/statement.ts"
import { counter, type DayStatements, days } from "./transaction-counts.ts"
import {
  conditions,
  endingOnDay,
  matching,
  type Params,
  type Part,
  paramsOf,
  type Shape,
  shapeOf,
  walking,
} from "./transaction-filters.ts"

/** What is shown of transactions, but for the names of what they mention: `shown` adds those. */
export const selectParts = () =>
  db
    .selectFrom("transactions as t")
    .select([
      "t.id",
      "t.transaction_type",
      "t.status",
      "t.expense_status",
      "t.auth_date",
      "t.cleared_date",
      "t.merchant_name",
      "t.currency",
      "t.amount",
      "t.fx_amount",
      "t.gst",
      "t.attendees",
      "t.receipt_urls",
      "t.custom_fields",
      "t.created",
      "t.updated",
      "t.budget_id",
      "t.user_id",
      "t.line_items",
    ])

const none: ReadonlyArray<never> = []

const json = "json"

/** Rows as the statement above selects them. */
export const asParts: Reader<ShownParts> = {
  kinds: { attendees: json, receipt_urls: json, custom_fields: json, line_items: json },
  decode: (row) => row,
}

export const transactionByKey = prepared(
  (key: TransactionKey) =>
    selectParts().where("t.client_id", "=", key.client_id).where("t.id", "=", key.transaction_id),
  asParts,
)

type Paged = Params & PageRequest

interface List {
  readonly count: Statement<Params, { readonly count: number }>
  /** Null where no counter knows its days of authorisation. */
  readonly days: DayStatements | null
  readonly rows: Statement<Paged, ShownParts>
  /** The same rows where few match: it finds them all, and sorts. Null where `rows` finds few. */
  readonly few: Statement<Paged, ShownParts> | null
}

/** Up to so many are sorted, rather than looked for among all that are newer. */
const few = 5_000

const lists = variants((shape: Shape): List => {
  const has = (...some: ReadonlyArray<Part>) => some.some((part) => shape.parts.includes(part))
  const isFound =
    has("min_cleared_date", "max_cleared_date", "updated_after") && !has("user_id", "budget_id")
  return {
    count: counter(shape),
    days: days(shape),
    rows: prepared((p: Paged) => pageOf(p).where(matching(shape, p, walking)), asParts),
    few: isFound ? sorted(shape) : null,
  }
})

const pageOf = (p: Paged) =>
  selectParts().orderBy("t.auth_date", "desc").orderBy("t.id").limit(p.limit).offset(p.offset)

/**
 * Only the ids of what matches are sorted, and one page of them is shown: in any order, which is
 * `inOrder`'s, for SQLite would read every row of the page, with its line items, before it
 * answers one.
 */
const sorted = (shape: Shape) =>
  prepared(
    (p: Paged) =>
      selectParts()
        .where("t.client_id", "=", p.client_id)
        .where(
          raw<boolean>`t.id in (
            select t.id from transactions as t where ${matching(shape, p, conditions)}
            order by ${unindexed("t.auth_date")} desc, t.id limit ${p.limit} offset ${p.offset}
          )`,
        ),
    asParts,
  )

/** The newest first. */
export const inOrder = (rows: ReadonlyArray<ShownParts>): ReadonlyArray<ShownParts> =>
  rows.toSorted((a, b) =>
    a.auth_date === b.auth_date ? (a.id < b.id ? -1 : 1) : a.auth_date > b.auth_date ? -1 : 1,
  )

/** How much a row is: what it takes to read one grows with its lists. */
export const weigh = (row: object): number => {
  const { line_items, attendees, receipt_urls, custom_fields } = row as {
    readonly [list: string]: string
  } & Record<"line_items" | "attendees" | "receipt_urls" | "custom_fields", string>
  return line_items.length + attendees.length + receipt_urls.length + custom_fields.length
}

/** How many there are of a shape. */
export const countOf = (shape: Shape): Statement<Params, { readonly count: number }> =>
  lists(shape).count

/** Where a page is looked for: how many of what a filter asks for come before it. */
interface Place {
  readonly shape: Shape
  readonly params: Paged
}

/**
 * The same page, looked for from the day on which it begins: what comes before that day is counted
 * by days, from the nearer end, and not walked through.
 */
const fromItsDay = Effect.fnUntraced(function* (
  sql: Reading,
  { shape, params }: Place,
  count: number,
) {
  const { offset } = params
  const from = offset === 0 ? null : lists(shape).days
  if (from === null) return { shape, params }
  const isNew = offset < count / 2
  const skipped = isNew ? offset : count - offset - 1
  const found = yield* sql.get(isNew ? from.newest : from.oldest, { ...params, skipped })
  if (found === null) return { shape, params }
  const { day, count: ofDay, total } = found
  const place: Place = {
    shape: endingOnDay(shape),
    params: {
      ...params,
      max_auth_date: endOfDay(day),
      offset: isNew ? offset - (total - ofDay) : total - skipped - 1,
    },
  }
  return place
})

/** A page of what a filter lists, the newest first. */
export const pageOfTransactions = Effect.fnUntraced(function* (
  sql: Reading,
  client_id: number,
  filter: TransactionFilter,
  page: PageRequest,
) {
  const shape = shapeOf(filter)
  const params = { ...paramsOf(client_id, filter), ...page }
  const statements = lists(shape)
  const count = (yield* sql.get(statements.count, params))?.count ?? 0
  if (count <= page.offset) return { count, results: none }
  const sorted = count <= few ? statements.few : null
  const place = yield* fromItsDay(sql, { shape, params }, count)
  const records = yield* sql.all(
    sorted ?? lists(place.shape).rows,
    sorted === null ? place.params : params,
    weigh,
  )
  const results = sorted === null ? records : inOrder(records)
  const answer: Page<ShownParts> = { count, results }
  return answer
})
