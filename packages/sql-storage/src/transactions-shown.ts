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
import { prepared, variants } from "./shared/prepared.ts"
import type { Sql, Statement } from "./shared/sql.ts"
import { allDays } from "./shared/totals.ts"

/** The line items as the interface shows them: with the category's name and code of today. */
const shownLineItems: RawBuilder<string> = raw`(
  select json_group_array(json_object(
    'id', l.id, 'amount', l.amount, 'gst_amount', l.gst_amount,
    'category', iif(l.category_id is null, null, json_object(
      'id', l.category_id, 'name', coalesce(c.name, l.category_name), 'code', a.code
    )),
    'custom_fields', json(l.custom_fields), 'description', l.description,
    'tax_rate_id', l.tax_rate_id
  ) order by l.position)
  from line_items as l
  left join categories as c
    on c.client_id = l.client_id and c.id = l.category_id and c.is_deleted = 0
  left join accounting_codes as a
    on a.client_id = c.client_id and a.id = c.accounting_code_id and a.is_deleted = 0
  where l.client_id = t.client_id and l.transaction_id = t.id
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

const shown = () =>
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
const toRecord = (row: any): TransactionRecord => ({
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

/** One transaction as the interface shows it. */
export const transactionRecord = prepared(
  (key: TransactionKey) =>
    shown().where("t.client_id", "=", key.client_id).where("t.id", "=", key.transaction_id),
  toRecord,
)

/** Which parts a filter has: one pair of statements for each. */
interface Shape {
  /** The default, one life-cycle status, or any of several. */
  readonly status: "listed" | "one" | "many"
  readonly parts: ReadonlyArray<Part>
}

const parts = [
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

/** What a filter's statement is given: days as their first and last instants. */
interface Params {
  readonly client_id: number
  readonly status: string
  readonly statuses: ReadonlyArray<string>
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

const conditions: { readonly [K in Part]: (p: Params) => RawBuilder<boolean> } = {
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

const ofStatus: { readonly [K in Shape["status"]]: (p: Params) => RawBuilder<boolean> } = {
  listed: () => raw`t.status <> 'DECLINED'`,
  one: (p) => raw`t.status = ${p.status}`,
  many: (p) => raw`t.status in ${inList(p.statuses)}`,
}

const matching = (shape: Shape, p: Params) => {
  const where = [ofStatus[shape.status](p), ...shape.parts.map((part) => conditions[part](p))]
  return raw<boolean>`t.client_id = ${p.client_id} and ${raw.join(where, raw` and `)}`
}

/** Parts that the counters know: the others are counted row by row, in an index. */
const counted: ReadonlyArray<Part> = ["min_auth_date", "max_auth_date", "expense_status"]

interface List {
  readonly count: Statement<Params, { readonly count: number }>
  readonly rows: Statement<Params & PageRequest, TransactionRecord>
}

const lists = variants(
  (shape: Shape): List => ({
    count: shape.parts.every((part) => counted.includes(part))
      ? fromCounters(shape)
      : prepared((p: Params) =>
          db
            .selectFrom("transactions as t")
            .select((_) => _.fn.countAll<number>().as("count"))
            .where(matching(shape, p)),
        ),
    rows: prepared(
      (p: Params & PageRequest) =>
        shown()
          .where(matching(shape, p))
          .orderBy("t.auth_date", "desc")
          .orderBy("t.id")
          .limit(p.limit)
          .offset(p.offset),
      toRecord,
    ),
  }),
)

/** Counts without looking at a transaction: the sum of the counters of the days asked for. */
const fromCounters = (shape: Shape) =>
  prepared((p: Params) => {
    const asks = (part: Part) => shape.parts.includes(part)
    const days: ReadonlyArray<RawBuilder<boolean>> = [
      ...(asks("min_auth_date") ? [raw<boolean>`t.day >= substr(${p.min_auth_date}, 1, 10)`] : []),
      ...(asks("max_auth_date") ? [raw<boolean>`t.day <= substr(${p.max_auth_date}, 1, 10)`] : []),
    ]
    const where = [
      ofStatus[shape.status](p),
      ...(days.length === 0
        ? [raw<boolean>`t.day = ${allDays}`]
        : [raw`t.day > ${allDays}`, ...days]),
      ...(asks("expense_status") ? [conditions.expense_status(p)] : []),
    ]
    return db
      .selectFrom("transaction_counts as t")
      .select(raw<number>`coalesce(sum(t.count), 0)`.as("count"))
      .where("t.client_id", "=", p.client_id)
      .where(raw<boolean>`${raw.join(where, raw` and `)}`)
  })

const isEmpty = (value: unknown): boolean =>
  value === undefined || (Array.isArray(value) && value.length === 0)

const shapeOf = (filter: TransactionFilter, statuses: ReadonlyArray<string>): Shape => ({
  status: isEmpty(filter.status) ? "listed" : statuses.length === 1 ? "one" : "many",
  parts: parts.filter((part) => !isEmpty(filter[part])),
})

const first = (day: string | undefined) => (day === undefined ? undefined : startOfDay(day))
const last = (day: string | undefined) => (day === undefined ? undefined : endOfDay(day))

/** A page of what a filter lists, the newest first. */
export const pageOfTransactions = Effect.fnUntraced(function* (
  sql: Sql["Service"],
  client_id: number,
  filter: TransactionFilter,
  page: PageRequest,
) {
  const statuses = statusesOf(filter.status)
  const { count, rows } = lists(shapeOf(filter, statuses))
  const params = {
    ...filter,
    client_id,
    statuses,
    status: statuses[0],
    min_auth_date: first(filter.min_auth_date),
    max_auth_date: last(filter.max_auth_date),
    min_cleared_date: first(filter.min_cleared_date),
    max_cleared_date: last(filter.max_cleared_date),
  } as unknown as Params
  const total = (yield* sql.get(count, params))?.count ?? 0
  const results = total > page.offset ? yield* sql.all(rows, { ...params, ...page }) : none
  const answer: Page<TransactionRecord> = { count: total, results }
  return answer
})
