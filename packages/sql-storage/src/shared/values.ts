import type { RecordedValue, Transaction } from "@outlay/domain/fields"
import { db } from "./database.ts"
import type { Step } from "./sql.ts"
import { prepared } from "./statement.ts"
import type { TransactionChange } from "./totals.ts"

interface Count {
  readonly client_id: number
  readonly custom_field_id: string
  readonly amount: number
}

const countValues = prepared((p: Count) =>
  db
    .insertInto("custom_field_values")
    .values({ client_id: p.client_id, custom_field_id: p.custom_field_id, count: p.amount })
    .onConflict((conflict) =>
      conflict.columns(["client_id", "custom_field_id"]).doUpdateSet((eb) => ({
        count: eb("custom_field_values.count", "+", eb.ref("excluded.count")),
      })),
    ),
)

/** Returns the changes to the number of values of each field, also those in line items. */
export const valueSteps = (
  client_id: number,
  changes: Iterable<TransactionChange>,
): ReadonlyArray<Step> => {
  const counts = new Map<string, number>()
  const add = (values: ReadonlyArray<RecordedValue>, amount: number): void => {
    for (const { custom_field_id } of values) {
      if (custom_field_id === null) continue
      counts.set(custom_field_id, (counts.get(custom_field_id) ?? 0) + amount)
    }
  }
  const count = (transaction: Transaction | null, amount: number): void => {
    if (transaction === null) return
    add(transaction.custom_fields, amount)
    for (const item of transaction.line_items) add(item.custom_fields, amount)
  }
  for (const { before, after } of changes) {
    count(before, -1)
    count(after, 1)
  }
  const rows = [...counts]
    .filter(([, amount]) => amount !== 0)
    .map(([custom_field_id, amount]): Count => ({ client_id, custom_field_id, amount }))
  return [{ statement: countValues, rows, values: null, exact: true }]
}
