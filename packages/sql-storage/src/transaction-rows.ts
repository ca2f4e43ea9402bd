import type { TransactionKey } from "@outlay/domain/fields"
import type { ShownParts } from "@outlay/domain/rules"
import { type Expression, type RawBuilder, sql as raw, type SqlBool } from "kysely"
import { db } from "./shared/database.ts"
import { prepared, type Reader } from "./shared/statement.ts"

/**
 * Columns that are shown of transactions, without the names of what they mention: `shown` adds
 * those.
 */
const columns = [
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
  "t.booked_on",
  "t.budget_id",
  "t.user_id",
  "t.line_items",
] as const

export const selectParts = () => db.selectFrom("transactions as t").select(columns)

/** The same columns, from a table that is given with the index to read. */
export const partsFrom = (
  from: RawBuilder<unknown>,
  where: Expression<SqlBool>,
): RawBuilder<unknown> =>
  raw`select ${raw.join(columns.map((column) => raw.ref(column)))} from ${from} where ${where}`

const json = "json"

/** Reads rows as the statements above select them. */
export const asParts: Reader<ShownParts> = {
  kinds: { attendees: json, receipt_urls: json, custom_fields: json, line_items: json },
  decode: (row) => row,
}

export const transactionByKey = prepared(
  (key: TransactionKey) =>
    selectParts().where("t.client_id", "=", key.client_id).where("t.id", "=", key.transaction_id),
  asParts,
)

/** Sorts rows, the newest first. */
export const inOrder = (rows: ReadonlyArray<ShownParts>): ReadonlyArray<ShownParts> =>
  rows.toSorted((a, b) =>
    a.auth_date === b.auth_date ? (a.id < b.id ? -1 : 1) : a.auth_date > b.auth_date ? -1 : 1,
  )

/** Returns the size of a row: the cost of reading it grows with its lists. */
export const weigh = (row: object): number => {
  const { line_items, attendees, receipt_urls, custom_fields } = row as {
    readonly [list: string]: string
  } & Record<"line_items" | "attendees" | "receipt_urls" | "custom_fields", string>
  return line_items.length + attendees.length + receipt_urls.length + custom_fields.length
}
