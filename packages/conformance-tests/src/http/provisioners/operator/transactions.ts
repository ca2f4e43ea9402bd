import { ProvisioningFailed } from "../../../interface/provisioning.ts"
import type { TransactionSpec } from "../../../interface/world/spec.ts"
import type { Json } from "../../check.ts"
import { idOf, type Making, numberOf, unlessFailed } from "./creation.ts"
import type { Speaking } from "./requests.ts"

/** Resolves the names in a transaction. */
export interface Resolving {
  readonly user: (name: string) => string
  readonly budget: (name: string) => string
  readonly category: (name: string) => string
}

/** Returns a transaction in the format of the service; a refunded one is recorded as cleared. */
const rowOf = (
  { user, budget, status, amount, fx_amount, gst, line_items, key, ...rest }: TransactionSpec,
  resolving: Resolving,
): Json => ({
  ...rest,
  external_id: key,
  status: status === "REFUNDED" ? "CLEARED" : status,
  amount: numberOf(amount),
  ...(fx_amount === undefined ? {} : { fx_amount: numberOf(fx_amount) }),
  gst: numberOf(gst),
  ...(user === undefined ? {} : { user_id: Number(resolving.user(user)) }),
  ...(budget === undefined ? {} : { budget_id: resolving.budget(budget) }),
  line_items: line_items.map(({ category, ...item }) => ({
    ...item,
    amount: numberOf(item.amount),
    gst_amount: numberOf(item.gst_amount),
    ...(category === undefined ? {} : { category_id: resolving.category(category) }),
  })),
})

/**
 * Records a transaction and returns its id. One that the specification lists as refunded is
 * refunded in full.
 */
export const recordOne = async (
  operator: Speaking,
  ours: string,
  transaction: TransactionSpec,
  resolving: Resolving,
): Promise<string> => {
  const { id } = await operator.ask("POST", `${ours}/transactions`, rowOf(transaction, resolving))
  if (transaction.status === "REFUNDED") {
    const date = transaction.cleared_date
    await operator.ask("POST", `${ours}/transactions/${id}/refund`, { date })
  }
  return String(id)
}

const worthImporting = 50
const atOnce = 8

/**
 * A few transactions are recorded one by one. Many are imported and then recorded again: for a
 * known `external_id` the service returns the first record, so each response has its id, in any
 * order.
 */
export const makeTransactions = async ({ spec, given, missing, operator, ours }: Making) => {
  const resolving: Resolving = {
    user: (key) => idOf(given, "users", key),
    budget: (key) => idOf(given, "budgets", key),
    category: (key) => idOf(given, "categories", key),
  }
  const rows: Array<TransactionSpec> = []
  for (const row of spec.transactions) {
    const whole = await unlessFailed(async () => rowOf(row, resolving))
    if (whole === undefined) missing.push(`transactions.${row.key}`)
    else rows.push(row)
  }
  const many = rows.length >= worthImporting
  if (many) {
    const imported = await operator.stream(
      `${ours}/transactions/import`,
      rows.map((row) => rowOf(row, resolving)),
    )
    if (imported.imported !== rows.length) {
      const why = JSON.stringify(imported.errors?.slice(0, 3))
      throw new ProvisioningFailed(`${imported.imported} of ${rows.length} were imported: ${why}`)
    }
  }
  const waiting = [...rows]
  const record = async () => {
    for (let row = waiting.shift(); row !== undefined; row = waiting.shift()) {
      given.transactions[row.key] = await recordOne(operator, ours, row, resolving)
    }
  }
  await Promise.all(Array.from({ length: many ? atOnce : 1 }, record))
}
