import type { LineItem } from "@outlay/domain/fields"
import { type RawBuilder, sql } from "kysely"
import { jsonList, jsonObject, nested } from "./dialect.ts"

/** The line item `l` as JSON. */
export const lineItem = jsonObject({
  id: sql.ref("l.id"),
  amount: sql.ref("l.amount"),
  gst_amount: sql.ref("l.gst_amount"),
  category_id: sql.ref("l.category_id"),
  description: sql.ref("l.description"),
  custom_fields: nested("l.custom_fields"),
  tax_rate_id: sql.ref("l.tax_rate_id"),
})

/**
 * The line items of the transaction that a query stands on, in their order, as JSON: what
 * `tables.transactions.rows` looks for as `line_items`.
 */
export const lineItems: RawBuilder<ReadonlyArray<LineItem>> = sql`(
  select ${jsonList(lineItem, { by: "l.position" })}
  from line_items as l
  where l.client_id = transactions.client_id and l.transaction_id = transactions.id
)`
