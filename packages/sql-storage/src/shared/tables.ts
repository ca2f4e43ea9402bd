import { Fields, type Records, records, type TableName } from "@outlay/domain/fields"
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

/** The fields that change without an event: they change alone, in many rows at once. */
const volatileFields = <T extends TableName>(name: T): ReadonlyArray<keyof Records[T] & string> =>
  Object.entries(records[name].record.fields).flatMap(([field, schema]) =>
    Fields.isVolatile(schema) ? [field as keyof Records[T] & string] : [],
  )

/** What differs from a table that keeps every field of its record in a column. */
const exceptions: { readonly [T in TableName]?: Exceptions<Records[T]> } = {
  wallets: { derived: ["balance"] },
  budgets: { alone: volatileFields("budgets") },
  budget_members: { alone: volatileFields("budget_members") },
  transactions: { alone: ["expense_status", "updated"], order: "auth_date" },
  webhook_deliveries: { alone: attempted },
}

/** Every table of records: rows are written in this order, and removed in the opposite one. */
export const tables = Object.fromEntries(
  (Object.keys(records) as ReadonlyArray<TableName>).map((name) => [
    name,
    table(name, exceptions[name] as Exceptions<any> | undefined),
  ]),
) as unknown as { readonly [T in TableName]: Table<Records[T]> }
