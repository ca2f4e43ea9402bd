import type { FieldFilter, TransactionFilter } from "@outlay/domain/fields"
import {
  categoryLabel,
  endOfDay,
  entryLabel,
  fold,
  noCategoryLabel,
  startOfDay,
  statusesOf,
  valueLabel,
} from "@outlay/domain/rules"
import { type Expression, expressionBuilder, type SqlBool } from "kysely"
import type { Database } from "./shared/database.ts"
import {
  includes,
  includesAny,
  inclusionIs,
  isAtLeast,
  isAtMost,
  isIn,
  unindexed,
} from "./shared/dialect.ts"

/** `t` is a table of transactions, or of their counts. */
export const eb = expressionBuilder<{ t: Database["transactions"] }, "t">()

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
  "min_amount",
  "max_amount",
  "search",
  "category_id",
  "has_category",
  "custom_field",
] as const
export type Part = (typeof parts)[number]

export const sought: ReadonlyArray<Part> = [
  "min_amount",
  "max_amount",
  "search",
  "category_id",
  "has_category",
  "custom_field",
]

/** Conditions that few transactions meet, in the words of the index that has only those. */
export const rarities = {
  open: eb("t.status", "<>", "CLEARED"),
  incomplete: eb("t.expense_status", "=", "INCOMPLETE_EXPENSE"),
  byOtherMeans: eb("t.transaction_type", "<>", "CARD_TRANSACTION"),
  receipted: eb("t.receipt_urls", "<>", "[]" as never),
  unreceipted: eb("t.receipt_urls", "=", "[]" as never),
} as const
export type Rarity = keyof typeof rarities

/**
 * Parts of a filter, and conditions that follow from their values; each shape has its own
 * statements.
 */
export interface Shape {
  readonly parts: ReadonlyArray<Part>
  readonly rarities: ReadonlyArray<Rarity>
}

/** No filter. */
export const everything: Shape = { parts: [], rarities: [] }

export const isPlain = ({ parts, rarities }: Shape): boolean => parts.length + rarities.length === 0

/** Indexes of the transactions that meet a rare condition, the smallest first. */
const rareFirst = [
  ["open", "transactions_not_cleared"],
  ["byOtherMeans", "transactions_not_by_card"],
  ["unreceipted", "transactions_without_receipt"],
  ["incomplete", "transactions_incomplete"],
] as const

/**
 * Returns the smallest index of a rare condition that all matches of a filter meet; null if there
 * is none.
 */
export const rareOf = ({ rarities }: Shape) => {
  const [of, index] = rareFirst.find(([rarity]) => rarities.includes(rarity)) ?? []
  return of === undefined || index === undefined ? null : { of, index }
}

/** Parameters of a filter's statement: days are given as their first and last instants. */
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
  readonly min_amount: number
  readonly max_amount: number
  /** Folded like `merchant_key`. */
  readonly search: string
  /** Texts that the labels contain if a transaction has the category, or a value with the text. */
  readonly category: string
  readonly entry: string
  /**
   * Text that the labels contain if a part has no category; 1 if such transactions are wanted, 0 if
   * the others are.
   */
  readonly no_category: string
  readonly lacks_category: 0 | 1
  /** Texts one of which the labels contain if a transaction has the value. */
  readonly values: ReadonlyArray<string>
}

type Conditions = { readonly [K in Part]: (p: Params) => Expression<SqlBool> }

export const conditions: Conditions = {
  status: (p) => isIn("t.status", p.status),
  min_auth_date: (p) => eb("t.auth_date", ">=", p.min_auth_date),
  max_auth_date: (p) => eb("t.auth_date", "<=", p.max_auth_date),
  min_cleared_date: (p) => eb("t.cleared_date", ">=", p.min_cleared_date),
  max_cleared_date: (p) => eb("t.cleared_date", "<=", p.max_cleared_date),
  expense_status: (p) => eb("t.expense_status", "=", p.expense_status),
  updated_after: (p) => eb("t.updated", ">", p.updated_after),
  user_id: (p) => eb("t.user_id", "=", p.user_id),
  budget_id: (p) => eb("t.budget_id", "=", p.budget_id),
  transaction_type: (p) => isIn("t.transaction_type", p.transaction_type),
  min_amount: (p) => isAtLeast("t.amount", p.min_amount),
  max_amount: (p) => isAtMost("t.amount", p.max_amount),
  search: (p) => includes("t.merchant_key", p.search),
  category_id: (p) => includes("t.labels", p.category),
  has_category: (p) => inclusionIs("t.labels", p.no_category, p.lacks_category),
  // Few transactions contain the text, and only those are tested for each field with the name.
  custom_field: (p) => eb.and([includes("t.labels", p.entry), includesAny("t.labels", p.values)]),
}

/**
 * The same conditions for a walk from the newest on: the plus keeps SQLite from collecting all
 * matches by another index. A transaction clears only after it is authorised, so the walk can start
 * at the last cleared date.
 */
export const walking: Conditions = {
  ...conditions,
  min_cleared_date: (p) => eb(unindexed("t.cleared_date"), ">=", p.min_cleared_date),
  max_cleared_date: (p) =>
    eb.and([
      eb(unindexed("t.cleared_date"), "<=", p.max_cleared_date),
      eb("t.auth_date", "<=", p.max_cleared_date),
    ]),
  updated_after: (p) => eb(unindexed("t.updated"), ">", p.updated_after),
}

/** The same for slices of an index, which alone limit what is read. */
export const slicing: Conditions = {
  ...walking,
  min_auth_date: (p) => eb(unindexed("t.auth_date"), ">=", p.min_auth_date),
  max_auth_date: (p) => eb(unindexed("t.auth_date"), "<=", p.max_auth_date),
  max_cleared_date: (p) => eb(unindexed("t.cleared_date"), "<=", p.max_cleared_date),
}

/** Parameters of a filter, with the spenders and budgets whose transactions are visible. */
export interface Seen extends Params {
  readonly spenders: ReadonlyArray<number>
  readonly budgets: ReadonlyArray<string>
}

/** Tests if a transaction belongs to one of the spenders, or is charged to one of the budgets. */
export const isSeen = (p: Seen): Expression<SqlBool> =>
  eb.or([isIn(unindexed("t.user_id"), p.spenders), isIn(unindexed("t.budget_id"), p.budgets)])

export const statusOf = (
  { parts }: Shape,
  p: Params,
  { status }: Conditions,
): Expression<SqlBool> => (parts.includes("status") ? status(p) : eb("t.status", "<>", "DECLINED"))

export const matching = (shape: Shape, p: Params, by: Conditions) => {
  const isAfter = shape.parts.includes("min_auth_date") && shape.parts.includes("max_cleared_date")
  const where = [
    statusOf(shape, p, by),
    // A transaction clears after it is authorised: this bounds both sides of a search by cleared
    // date.
    ...(isAfter && by === conditions ? [eb("t.cleared_date", ">=", p.min_auth_date)] : []),
    ...shape.parts.filter((part) => part !== "status").map((part) => by[part](p)),
    ...shape.rarities.map((rarity) => rarities[rarity]),
  ]
  return eb.and([eb("t.client_id", "=", p.client_id), ...where])
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || (Array.isArray(value) && value.length === 0)

export const shapeOf = (filter: TransactionFilter): Shape => {
  const isAsked = (part: Part) => !isEmpty(filter[part])
  const isRare: { readonly [K in Rarity]: boolean } = {
    open: isAsked("status") && !statusesOf(filter.status).includes("CLEARED"),
    incomplete: filter.expense_status === "INCOMPLETE_EXPENSE",
    byOtherMeans:
      isAsked("transaction_type") && filter.transaction_type?.includes("CARD_TRANSACTION") !== true,
    receipted: filter.has_receipt === true,
    unreceipted: filter.has_receipt === false,
  }
  return {
    parts: parts.filter(isAsked),
    rarities: (Object.keys(rarities) as Array<Rarity>).filter((rarity) => isRare[rarity]),
  }
}

const first = (day: string | undefined) => (day === undefined ? undefined : startOfDay(day))
const last = (day: string | undefined) => (day === undefined ? undefined : endOfDay(day))

/** Returns the labels of a value of each field with the name, and of a value without a field. */
const valuesOf = ({ name, text, ids }: FieldFilter): ReadonlyArray<string> =>
  [null, ...ids].map((custom_field_id) =>
    valueLabel({ custom_field_id, field_name: name, entry_text: text }),
  )

const inLabels = ({ category_id, has_category, custom_field }: TransactionFilter) => ({
  no_category: noCategoryLabel,
  lacks_category: has_category === true ? 0 : 1,
  category: category_id === undefined ? undefined : categoryLabel(category_id),
  entry: custom_field === undefined ? undefined : entryLabel(custom_field.text),
  values: custom_field === undefined ? undefined : valuesOf(custom_field),
})

export const paramsOf = (client_id: number, filter: TransactionFilter): Params =>
  ({
    ...filter,
    ...inLabels(filter),
    client_id,
    status: statusesOf(filter.status),
    search: filter.search === undefined ? undefined : fold(filter.search),
    min_auth_date: first(filter.min_auth_date),
    max_auth_date: last(filter.max_auth_date),
    min_cleared_date: first(filter.min_cleared_date),
    max_cleared_date: last(filter.max_cleared_date),
  }) as unknown as Params

/**
 * Returns true if no counter has a part of the filter and no index finds it directly, so that rows
 * or index entries are tested one by one.
 */
export const isSought = ({ parts }: Shape): boolean => sought.some((part) => parts.includes(part))

const having =
  (day: Part) =>
  ({ rarities, ...shape }: Shape): Shape => ({
    parts: parts.filter((part) => part === day || shape.parts.includes(part)),
    rarities,
  })

/** The same shape with a first day of authorisation, or with a last one. */
export const beginningOnDay = having("min_auth_date")
export const endingOnDay = having("max_auth_date")
