import { type RawBuilder, sql } from "kysely"

/**
 * The line items of the transaction that a query stands on, in their order, as JSON: what
 * `tables.transactions.rows` looks for as `line_items`.
 */
export const lineItems: RawBuilder<string> = sql`(
  select json_group_array(json_object(
    'id', l.id, 'amount', l.amount, 'gst_amount', l.gst_amount, 'category_id', l.category_id,
    'description', l.description, 'custom_fields', json(l.custom_fields),
    'tax_rate_id', l.tax_rate_id
  ) order by l.position)
  from line_items as l
  where l.client_id = transactions.client_id and l.transaction_id = transactions.id
)`
