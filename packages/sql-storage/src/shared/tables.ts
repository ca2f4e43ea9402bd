import { type Records, records, type TableName } from "@outlay/domain/fields"
import { type Exceptions, type Table, table } from "./table.ts"

/** What an attempt changes of a delivery: its place in the queue stays as it is. */
const attempted = [
  "status",
  "attempts",
  "first_attempt",
  "last_attempt",
  "next_attempt",
  "response_status",
  "error",
  "updated",
] as const

/** What differs from a table that keeps every field of its record in a column. */
const exceptions: { readonly [T in TableName]?: Exceptions<Records[T]> } = {
  wallets: { derived: ["balance"] },
  budgets: {
    alone: ["available_amount", "spent_amount", "topped_up_amount", "moved_amount", "updated"],
  },
  budget_members: { alone: ["available_amount", "spent_amount", "updated"] },
  transactions: { apart: ["line_items"], alone: ["expense_status", "updated"] },
  webhook_deliveries: { alone: attempted },
}

/** Every table of records: rows are written in this order, and removed in the opposite one. */
export const tables = Object.fromEntries(
  (Object.keys(records) as ReadonlyArray<TableName>).map((name) => [
    name,
    table(name, exceptions[name] as Exceptions<any> | undefined),
  ]),
) as unknown as { readonly [T in TableName]: Table<Records[T]> }
