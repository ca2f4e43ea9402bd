import type { TransactionSort } from "@outlay/domain/fields"
import { compareByCodePoint, type SortOrder, sortOrderOf } from "@outlay/domain/rules"
import { type RawBuilder, sql as raw } from "kysely"
import { unsorted } from "./shared/dialect.ts"

/** Columns that lists are sorted by, each with the index that has it in order. */
const columns = {
  auth_date: { column: "auth_date", type: "text", index: "transactions_by_auth_date" },
  amount: { column: "amount", type: "integer", index: "transactions_by_amount" },
  merchant_name: { column: "merchant_key", type: "text", index: "transactions_by_merchant" },
} as const satisfies { readonly [K in SortOrder["key"]]: object }

export interface Order {
  readonly column: (typeof columns)[SortOrder["key"]]["column"]
  readonly type: "text" | "integer"
  readonly index: string
  readonly isDescending: boolean
}

export const orderOf = (sort: TransactionSort | undefined): Order => {
  const { key, isDescending } = sortOrderOf(sort)
  return { ...columns[key], isDescending }
}

/** "By `auth_date` descending." */
export const isNewestFirst = ({ column, isDescending }: Order): boolean =>
  column === "auth_date" && isDescending

/** Returns an order, with ties by id. `isFree`: no index may be chosen by it. */
export const ordering = (
  { column, type, isDescending }: Order,
  isFree: boolean,
): RawBuilder<unknown> => {
  const by = isFree ? unsorted(`t.${column}`, type) : raw.ref(`t.${column}`)
  return raw`${by} ${raw.raw(isDescending ? "desc" : "asc")}, t.id`
}

/** Sort key of a row. */
export interface Place {
  readonly id: string
  readonly key: string | number
}

const compare = (a: Place["key"], b: Place["key"]): number =>
  typeof a === "string" ? compareByCodePoint(a, String(b)) : a - Number(b)

export const comparing =
  ({ isDescending }: Order) =>
  (a: Place, b: Place): number =>
    (isDescending ? compare(b.key, a.key) : compare(a.key, b.key)) || (a.id < b.id ? -1 : 1)
