import {
  endOfDay,
  fullName,
  type Page,
  type PageRequest,
  startOfDay,
  statusesOf,
  type TransactionFilter,
  type TransactionKey,
  type TransactionRecord,
} from "@outlay/domain"
import { Effect } from "effect"
import { type RawBuilder, sql as raw } from "kysely"
import { db } from "./shared/database.ts"
import { inList } from "./shared/fragments.ts"
import type { Reading, Statement } from "./shared/sql.ts"
import { prepared, variants } from "./shared/statement.ts"
import { allDays } from "./shared/totals.ts"

/**
 * The line items as the interface shows them, but for the names of custom fields: with the
 * category's name and code of today, or the last name of one that is deleted. They are ordered
 * before they are gathered: an order inside the aggregate would sort each time.
 */
const shownLineItems: RawBuilder<string> = raw`(
  select json_group_array(json_object(
    'id', l.id, 'amount', l.amount, 'gst_amount', l.gst_amount,
    'category', iif(l.category_id is null, null, json_object(
      'id', l.category_id, 'name', c.name, 'code', a.code
    )),
    'custom_fields', json(l.custom_fields), 'description', l.description,
    'tax_rate', iif(x.id is null, null, json_object(
      'id', x.id, 'name', x.name, 'rate', x.rate, 'code', x.code,
      'is_default_for', x.is_default_for,
      'is_enabled', json(iif(x.is_enabled = 1, 'true', 'false')), 'source', x.source
    ))
  ))
  from (
    select * from line_items
    where client_id = t.client_id and transaction_id = t.id order by position
  ) as l
  left join categories as c on c.client_id = l.client_id and c.id = l.category_id
  left join accounting_codes as a
    on a.client_id = c.client_id and a.id = c.accounting_code_id and a.is_deleted = 0
      and c.is_deleted = 0
  left join tax_rates as x on x.client_id = l.client_id and x.id = l.tax_rate_id
)`

const joined = () =>
  db
    .selectFrom("transactions as t")
    .leftJoin("budgets as b", (join) =>
      join.onRef("b.client_id", "=", "t.client_id").onRef("b.id", "=", "t.budget_id"),
    )
    .leftJoin("users as u", (join) =>
      join.onRef("u.client_id", "=", "t.client_id").onRef("u.id", "=", "t.user_id"),
    )

export const shown = () =>
  joined().select([
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
    "b.name as budget_name",
    "b.budget_type",
    "t.user_id",
    "u.first_name",
    "u.last_name",
    "u.display_name",
    shownLineItems.as("line_items"),
  ])

const none: ReadonlyArray<never> = []

/** Most lists are empty: those cost no parsing. */
const list = (json: string): ReadonlyArray<never> => (json === "[]" ? none : JSON.parse(json))

// biome-ignore lint/suspicious/noExplicitAny: a row as the statement above selects it
export const toRecord = (row: any): TransactionRecord => ({
  id: row.id,
  transaction_type: row.transaction_type,
  status: row.status,
  expense_status: row.expense_status,
  auth_date: row.auth_date,
  cleared_date: row.cleared_date,
  merchant_name: row.merchant_name,
  currency: row.currency,
  amount: row.amount,
  fx_amount: row.fx_amount,
  gst: row.gst,
  budget:
    row.budget_name === null
      ? null
      : { id: row.budget_id, name: row.budget_name, budget_type: row.budget_type },
  user:
    row.first_name === null
      ? null
      : {
          id: row.user_id,
          first_name: row.first_name,
          last_name: row.last_name,
          name: fullName(row),
        },
  attendees: list(row.attendees),
  receipt_urls: list(row.receipt_urls),
  custom_fields: list(row.custom_fields),
  line_items: list(row.line_items),
  created: row.created,
  updated: row.updated,
})

/** One transaction as the interface shows it, but for the names of custom fields: `naming`. */
export const transactionRecord = prepared(
  (key: TransactionKey) =>
    shown().where("t.client_id", "=", key.client_id).where("t.id", "=", key.transaction_id),
  toRecord,
)

const parts = [
  "status",
  "min_auth_date",
  "max_auth_date",
  "min_cleared_date",
  "max_cleared_date",
  "expense_status",
  "updated_after",
  "user_id",
  "budget_id",
  "transaction_type",
] as const
type Part = (typeof parts)[number]

/** What few transactions are, in the words of the index that has only them. */
const rarities = {
  open: raw<boolean>`t.status <> 'CLEARED'`,
  incomplete: raw<boolean>`t.expense_status = 'INCOMPLETE_EXPENSE'`,
  byOtherMeans: raw<boolean>`t.transaction_type <> 'CARD_TRANSACTION'`,
} as const
type Rarity = keyof typeof rarities

/** Which parts a filter has, and what follows from their values: statements for each. */
export interface Shape {
  readonly parts: ReadonlyArray<Part>
  readonly rarities: ReadonlyArray<Rarity>
}

/** What a filter's statement is given: days as their first and last instants. */
export interface Params {
  readonly client_id: number
  readonly status: ReadonlyArray<string>
  readonly min_auth_date: string
  readonly max_auth_date: string
  readonly min_cleared_date: string
  readonly max_cleared_date: string
  readonly expense_status: "COMPLETE"
  readonly updated_after: string
  readonly user_id: number
  readonly budget_id: string
  readonly transaction_type: ReadonlyArray<string>
}

type Conditions = { readonly [K in Part]: (p: Params) => RawBuilder<boolean> }

export const conditions: Conditions = {
  status: (p) => raw`t.status in ${inList(p.status)}`,
  min_auth_date: (p) => raw`t.auth_date >= ${p.min_auth_date}`,
  max_auth_date: (p) => raw`t.auth_date <= ${p.max_auth_date}`,
  min_cleared_date: (p) => raw`t.cleared_date >= ${p.min_cleared_date}`,
  max_cleared_date: (p) => raw`t.cleared_date <= ${p.max_cleared_date}`,
  expense_status: (p) => raw`t.expense_status = ${p.expense_status}`,
  updated_after: (p) => raw`t.updated > ${p.updated_after}`,
  user_id: (p) => raw`t.user_id = ${p.user_id}`,
  budget_id: (p) => raw`t.budget_id = ${p.budget_id}`,
  transaction_type: (p) => raw`t.transaction_type in ${inList(p.transaction_type)}`,
}

/**
 * The same while the newest are walked through: the plus keeps SQLite from collecting by another
 * index all that match. Nothing clears before it is authorised, so the walk can start there.
 */
export const walking: Conditions = {
  ...conditions,
  min_cleared_date: (p) => raw`+t.cleared_date >= ${p.min_cleared_date}`,
  max_cleared_date: (p) =>
    raw`+t.cleared_date <= ${p.max_cleared_date} and t.auth_date <= ${p.max_cleared_date}`,
  updated_after: (p) => raw`+t.updated > ${p.updated_after}`,
}

const statusOf = ({ parts }: Shape, p: Params, { status }: Conditions): RawBuilder<boolean> =>
  parts.includes("status") ? status(p) : raw`t.status <> 'DECLINED'`

export const matching = (shape: Shape, p: Params, by: Conditions) => {
  const isAfter = shape.parts.includes("min_auth_date") && shape.parts.includes("max_cleared_date")
  const where = [
    statusOf(shape, p, by),
    // What clears is authorised before: this bounds both sides of a search by cleared date.
    ...(isAfter && by === conditions ? [raw<boolean>`t.cleared_date >= ${p.min_auth_date}`] : []),
    ...shape.parts.filter((part) => part !== "status").map((part) => by[part](p)),
    ...shape.rarities.map((rarity) => rarities[rarity]),
  ]
  return raw<boolean>`t.client_id = ${p.client_id} and ${raw.join(where, raw` and `)}`
}

type Paged = Params & PageRequest

interface List {
  readonly count: Statement<Params, { readonly count: number }>
  readonly rows: Statement<Paged, TransactionRecord>
  /** The same rows where few match: it finds them all, and sorts. Null where `rows` finds few. */
  readonly few: Statement<Paged, TransactionRecord> | null
}

/** Up to so many are sorted, rather than looked for among all that are newer. */
const few = 5_000

const lists = variants((shape: Shape): List => {
  const has = (...some: ReadonlyArray<Part>) => some.some((part) => shape.parts.includes(part))
  const isFound =
    has("min_cleared_date", "max_cleared_date", "updated_after") && !has("user_id", "budget_id")
  return {
    count: counterOf(shape) === null ? fromRows(shape) : fromCounters(shape),
    rows: prepared((p: Paged) => pageOf(p).where(matching(shape, p, walking)), toRecord),
    few: isFound ? sorted(shape) : null,
  }
})

const pageOf = (p: Paged) =>
  shown().orderBy("t.auth_date", "desc").orderBy("t.id").limit(p.limit).offset(p.offset)

/**
 * Only the ids of what matches are sorted, and one page of them is shown: in any order, which is
 * `inOrder`'s, for SQLite would gather every line item of the page before it answers a row.
 */
const sorted = (shape: Shape) =>
  prepared(
    (p: Paged) =>
      shown()
        .where("t.client_id", "=", p.client_id)
        .where(
          raw<boolean>`t.id in (
            select t.id from transactions as t where ${matching(shape, p, conditions)}
            order by +t.auth_date desc, t.id limit ${p.limit} offset ${p.offset}
          )`,
        ),
    toRecord,
  )

/** The newest first. */
export const inOrder = (
  records: ReadonlyArray<TransactionRecord>,
): ReadonlyArray<TransactionRecord> =>
  records.toSorted((a, b) =>
    a.auth_date === b.auth_date ? (a.id < b.id ? -1 : 1) : a.auth_date > b.auth_date ? -1 : 1,
  )

/** How much a row is: what it takes to read one grows with its lists. */
export const weigh = (row: object): number => {
  const { line_items, attendees, receipt_urls, custom_fields } = row as {
    readonly [list: string]: string
  } & Record<"line_items" | "attendees" | "receipt_urls" | "custom_fields", string>
  return line_items.length + attendees.length + receipt_urls.length + custom_fields.length
}

const fromRows = (shape: Shape) =>
  prepared((p: Params) =>
    db
      .selectFrom("transactions as t")
      .select((_) => _.fn.countAll<number>().as("count"))
      .where(matching(shape, p, conditions)),
  )

/** The date whose counters know all that a filter asks for; null when none does. */
const counterOf = ({ parts }: Shape): "auth_date" | "cleared_date" | null => {
  const has = (...some: ReadonlyArray<Part>) => some.some((part) => parts.includes(part))
  if (has("updated_after", "user_id", "budget_id")) return null
  if (!has("min_cleared_date", "max_cleared_date")) return "auth_date"
  return has("min_auth_date", "max_auth_date") ? null : "cleared_date"
}

/** Counts without looking at a transaction: the sum of the counters of the days asked for. */
const fromCounters = (shape: Shape) =>
  prepared((p: Params) => {
    const dated = counterOf(shape) ?? "auth_date"
    const asked = (part: Part) => shape.parts.includes(part)
    const min = `min_${dated}` as const
    const max = `max_${dated}` as const
    const days = [
      ...(asked(min) ? [raw<boolean>`t.day >= substr(${p[min]}, 1, 10)`] : []),
      ...(asked(max) ? [raw<boolean>`t.day <= substr(${p[max]}, 1, 10)`] : []),
    ]
    const where = [
      raw<boolean>`t.dated = ${raw.lit(dated)}`,
      statusOf(shape, p, conditions),
      ...(days.length === 0
        ? [raw<boolean>`t.day = ${raw.lit(allDays)}`]
        : [raw<boolean>`t.day > ${raw.lit(allDays)}`, ...days]),
      ...(["expense_status", "transaction_type"] as const)
        .filter(asked)
        .map((part) => conditions[part](p)),
    ]
    return db
      .selectFrom("transaction_counts as t")
      .select(raw<number>`coalesce(sum(t.count), 0)`.as("count"))
      .where("t.client_id", "=", p.client_id)
      .where(raw<boolean>`${raw.join(where, raw` and `)}`)
  })

const isEmpty = (value: unknown): boolean =>
  value === undefined || (Array.isArray(value) && value.length === 0)

export const shapeOf = (filter: TransactionFilter): Shape => {
  const isAsked = (part: Part) => !isEmpty(filter[part])
  const isRare: { readonly [K in Rarity]: boolean } = {
    open: isAsked("status") && !statusesOf(filter.status).includes("CLEARED"),
    incomplete: filter.expense_status === "INCOMPLETE_EXPENSE",
    byOtherMeans:
      isAsked("transaction_type") && filter.transaction_type?.includes("CARD_TRANSACTION") !== true,
  }
  return {
    parts: parts.filter(isAsked),
    rarities: (Object.keys(rarities) as Array<Rarity>).filter((rarity) => isRare[rarity]),
  }
}

const first = (day: string | undefined) => (day === undefined ? undefined : startOfDay(day))
const last = (day: string | undefined) => (day === undefined ? undefined : endOfDay(day))

/** How many there are of a shape. */
export const countOf = (shape: Shape): Statement<Params, { readonly count: number }> =>
  lists(shape).count

export const paramsOf = (client_id: number, filter: TransactionFilter): Params =>
  ({
    ...filter,
    client_id,
    status: statusesOf(filter.status),
    min_auth_date: first(filter.min_auth_date),
    max_auth_date: last(filter.max_auth_date),
    min_cleared_date: first(filter.min_cleared_date),
    max_cleared_date: last(filter.max_cleared_date),
  }) as unknown as Params

/** A page of what a filter lists, the newest first; the names of custom fields are `naming`'s. */
export const pageOfTransactions = Effect.fnUntraced(function* (
  sql: Reading,
  client_id: number,
  filter: TransactionFilter,
  page: PageRequest,
) {
  const statements = lists(shapeOf(filter))
  const params = paramsOf(client_id, filter)
  const count = (yield* sql.get(statements.count, params))?.count ?? 0
  if (count <= page.offset) return { count, results: none }
  const sorted = count <= few ? statements.few : null
  const records = yield* sql.all(sorted ?? statements.rows, { ...params, ...page }, weigh)
  const results = sorted === null ? records : inOrder(records)
  const answer: Page<TransactionRecord> = { count, results }
  return answer
})
