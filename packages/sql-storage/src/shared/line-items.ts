import type { LineItem, Transaction } from "@outlay/domain/fields"
import { db } from "./database.ts"
import type { Value } from "./dialect.ts"
import type { Step } from "./sql.ts"
import { prepared } from "./statement.ts"
import { inserting, json } from "./table.ts"
import type { TransactionChange } from "./totals.ts"

const insertLine = inserting("line_items", [
  "client_id",
  "transaction_id",
  "position",
  "id",
  "amount",
  "gst_amount",
  "category_id",
  "description",
  "custom_fields",
  "tax_rate_id",
])

const removeLines = prepared((key: { client_id: number; id: string }) =>
  db
    .deleteFrom("line_items")
    .where("client_id", "=", key.client_id)
    .where("transaction_id", "=", key.id),
)

/** The line items of changed transactions: replaced as a whole where they differ. */
export const lineItemSteps = (changes: Iterable<TransactionChange>) => {
  const removed: Array<Transaction> = []
  const added: Array<Transaction> = []
  for (const { before, after } of changes) {
    const had = before?.line_items ?? []
    const has = after?.line_items ?? []
    if (isSame(had, has)) continue
    if (before !== null && had.length > 0) removed.push(before)
    if (after !== null && has.length > 0) added.push(after)
  }
  return {
    remove: { statement: removeLines, rows: removed, values: null, exact: false },
    insert: { statement: insertLine, rows: added.flatMap(rowsOf), values: valuesOf, exact: true },
  } satisfies { readonly remove: Step<Transaction>; readonly insert: Step<LineRow> }
}

const isSame = (a: ReadonlyArray<LineItem>, b: ReadonlyArray<LineItem>): boolean =>
  a === b || (a.length === b.length && JSON.stringify(a) === JSON.stringify(b))

interface LineRow {
  readonly transaction: Transaction
  readonly line: LineItem
  readonly position: number
}

const rowsOf = (transaction: Transaction): ReadonlyArray<LineRow> =>
  transaction.line_items.map((line, position) => ({ transaction, line, position }))

/** In the order of the columns. */
const valuesOf = ({ transaction, line, position }: LineRow): ReadonlyArray<Value> => [
  transaction.client_id,
  transaction.id,
  position,
  line.id,
  line.amount,
  line.gst_amount,
  line.category_id,
  line.description,
  json(line.custom_fields),
  line.tax_rate_id,
]
