import { dayOf } from "../core/dates.ts"
import type { Transaction } from "../core/records/transactions.ts"
import { KeptSums } from "../reports/sums.ts"
import { stillMoved } from "./kept-transaction.ts"

const add = (sums: Map<string, number>, key: string, amount: number): void => {
  sums.set(key, (sums.get(key) ?? 0) + amount)
}

/**
 * Sums of transactions: their holds, spending and counts. Its memory grows with currencies, custom
 * fields, days and monthly groups of spending, not with transactions.
 */
export class Tally {
  /** Total of holds in each wallet. */
  readonly holds = new Map<string, number>()
  /** Number of transactions by day and kind; see `countOf`. */
  readonly counts = new Map<string, number>()
  /** Number of values of each custom field. */
  readonly values = new Map<string, number>()
  /** Spending and refunds. */
  readonly spending = new KeptSums()

  take(transaction: Transaction): void {
    const { auth_date, cleared_date, custom_fields, line_items } = transaction
    if (transaction.status === "AUTHED") {
      add(this.holds, transaction.wallet_currency, -stillMoved(transaction))
    }
    const counted: Counted = kindOf(transaction)
    add(this.counts, countOf("", "auth_date", counted), 1)
    add(this.counts, countOf(dayOf(auth_date), "auth_date", counted), 1)
    if (cleared_date !== null) {
      const day = dayOf(cleared_date)
      add(this.counts, countOf(day, "cleared_date", counted), 1)
    }
    this.spending.add(transaction)
    this.#count(custom_fields)
    for (const item of line_items) this.#count(item.custom_fields)
  }

  #count(values: Transaction["custom_fields"]): void {
    for (const { custom_field_id } of values) {
      if (typeof custom_field_id === "string") add(this.values, custom_field_id, 1)
    }
  }
}

const kindOf = ({ receipt_urls, ...kind }: Transaction): Counted => ({
  transaction_type: kind.transaction_type,
  status: kind.status,
  expense_status: kind.expense_status,
  has_receipt: receipt_urls.length > 0 ? 1 : 0,
})

const receiptNames: { readonly [has_receipt: number]: string } = {
  0: "without receipt",
  1: "with receipt",
}

/** Returns the name of a count in findings. */
export const countOf = (
  day: string,
  dated: string,
  { transaction_type, status, expense_status, has_receipt }: Counted,
): string => {
  const receipt = receiptNames[has_receipt] ?? `has_receipt ${has_receipt}`
  const of = day === "" ? "all days" : day
  return `${of} ${dated} ${transaction_type} ${status} ${expense_status} ${receipt}`
}

interface Counted {
  readonly transaction_type: string
  readonly status: string
  readonly expense_status: string
  readonly has_receipt: number
}
