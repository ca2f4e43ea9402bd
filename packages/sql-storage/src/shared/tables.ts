import { Fields, type Records, records, type TableName } from "@outlay/domain/fields"
import { type Exceptions, type Table, table } from "./table.ts"

/** Columns of a delivery that an attempt changes; its place in the queue stays the same. */
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

/** Returns the fields that change without an event: they change alone, in many rows at once. */
const volatileFields = <T extends TableName>(name: T): ReadonlyArray<keyof Records[T] & string> =>
  Object.entries(records[name].record.fields).flatMap(([field, schema]) =>
    Fields.isVolatile(schema) ? [field as keyof Records[T] & string] : [],
  )

/** Differences from tables that have a column for every field of their record. */
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
