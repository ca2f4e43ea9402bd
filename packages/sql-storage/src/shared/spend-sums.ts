import type { SpendSum } from "@outlay/domain/fields"
import { KeptSums } from "@outlay/domain/rules"
import type { Step } from "./sql.ts"
import { adding } from "./sums.ts"
import type { TransactionChange } from "./totals.ts"

const addToSum = adding({
  table: "spend_sums",
  key: ["client_id", "kind", "period", "key"],
  sums: ["count", "spent", "refunded"],
})

/** Returns the changes to the amounts spent and refunded that reports are added up from. */
export const spendSteps = (
  client_id: number,
  changes: Iterable<TransactionChange>,
): ReadonlyArray<Step> => {
  const sums = new KeptSums()
  for (const { before, after } of changes) {
    if (before !== null) sums.add(before, -1)
    if (after !== null) sums.add(after)
  }
  const values = ({ kind, period, key, count, spent, refunded }: SpendSum) => [
    ...[client_id, kind, period, key],
    ...[count, spent, refunded],
  ]
  return [{ statement: addToSum, rows: sums.all, values, exact: true }]
}
