import type { SpendSum } from "@outlay/domain/fields"
import { KeptSums } from "@outlay/domain/rules"
import { db } from "./database.ts"
import type { Step } from "./sql.ts"
import { prepared } from "./statement.ts"
import type { TransactionChange } from "./totals.ts"

type Increment = SpendSum & { readonly client_id: number }

const addToSum = prepared((p: Increment) =>
  db
    .insertInto("spend_sums")
    .values({
      client_id: p.client_id,
      kind: p.kind,
      period: p.period,
      key: p.key,
      count: p.count,
      spent: p.spent,
      refunded: p.refunded,
    })
    .onConflict((conflict) =>
      conflict.columns(["client_id", "kind", "period", "key"]).doUpdateSet((eb) => ({
        count: eb("spend_sums.count", "+", eb.ref("excluded.count")),
        spent: eb("spend_sums.spent", "+", eb.ref("excluded.spent")),
        refunded: eb("spend_sums.refunded", "+", eb.ref("excluded.refunded")),
      })),
    ),
)

/** What was spent and came back: what reports are added up from. */
export const spendSteps = (
  client_id: number,
  changes: Iterable<TransactionChange>,
): ReadonlyArray<Step> => {
  const sums = new KeptSums()
  for (const { before, after } of changes) {
    if (before !== null) sums.add(before, -1)
    if (after !== null) sums.add(after)
  }
  const rows = sums.all.map((sum): Increment => ({ client_id, ...sum }))
  return [{ statement: addToSum, rows, values: null, exact: true }]
}
