import type { NewEntry, Transaction } from "@outlay/domain/fields"
import { dayOf } from "@outlay/domain/rules"
import { db } from "./database.ts"
import type { Step } from "./sql.ts"
import { prepared } from "./statement.ts"
import { adding } from "./sums.ts"

/** A transaction before and after a change: null if it did not exist. */
export interface TransactionChange {
  readonly before: Transaction | null
  readonly after: Transaction | null
}

interface Increment {
  readonly client_id: number
  readonly amount: number
}

const moveWallet = prepared((p: Increment & { currency: string; now: string }) =>
  db
    .updateTable("wallets")
    .set((eb) => ({ balance: eb("balance", "+", p.amount), updated: p.now }))
    .where("client_id", "=", p.client_id)
    .where("currency", "=", p.currency),
)

const moveDay = adding({
  table: "daily_movements",
  key: ["client_id", "currency", "date"],
  sums: ["amount"],
  first: ["created"],
  last: ["updated"],
})

/** Key that transactions are counted by. */
interface Kind {
  readonly day: string
  readonly dated: "auth_date" | "cleared_date"
  readonly transaction_type: string
  readonly status: string
  readonly expense_status: string
  readonly has_receipt: 0 | 1
}

/** The fields of a transaction that it is counted by. */
type Counted = Pick<
  Transaction,
  "auth_date" | "cleared_date" | "transaction_type" | "status" | "expense_status" | "receipt_urls"
>

const kind = [
  "day",
  "dated",
  "transaction_type",
  "status",
  "expense_status",
  "has_receipt",
] as const

const countDay = adding({
  table: "transaction_counts",
  key: ["client_id", ...kind],
  sums: ["count"],
})

/** Day under which the transactions of all days are counted. */
export const allDays = ""

/** Sums of amounts by key. */
class Sums<K extends object> {
  readonly #sums = new Map<string, K & { amount: number }>()

  add(name: string, key: K, amount: number): void {
    const sum = this.#sums.get(name)
    if (sum === undefined) this.#sums.set(name, { ...key, amount })
    else sum.amount += amount
  }

  get all(): ReadonlyArray<K & { readonly amount: number }> {
    return [...this.#sums.values()]
  }

  get changing(): ReadonlyArray<K & { readonly amount: number }> {
    return this.all.filter(({ amount }) => amount !== 0)
  }
}

/**
 * Returns the changes that follow from entries which touch `wallet`: to the balance of each wallet,
 * and to its movement on each day. A day whose movements cancel out has a movement of 0.
 */
export const walletSteps = (
  client_id: number,
  entries: ReadonlyArray<NewEntry>,
  now: string,
): ReadonlyArray<Step> => {
  const days = new Sums<{ currency: string; date: string }>()
  for (const { debit_account, credit_account, currency, date, amount } of entries) {
    const arrives = debit_account === "wallet"
    if (!arrives && credit_account !== "wallet") continue
    days.add(`${currency} ${date}`, { currency, date }, arrives ? amount : -amount)
  }
  const wallets = new Sums<{ currency: string }>()
  for (const { currency, amount } of days.all) wallets.add(currency, { currency }, amount)
  const wallet = wallets.changing.map((sum) => ({ ...sum, client_id, now }))
  type Day = (typeof days.all)[number]
  return [
    { statement: moveWallet, rows: wallet, values: null, exact: true },
    {
      ...{ statement: moveDay, rows: days.all, exact: true },
      values: ({ currency, date, amount }: Day) => [client_id, currency, date, amount, now, now],
    },
  ]
}

const receipts = ({ receipt_urls }: Counted): 0 | 1 => (receipt_urls.length > 0 ? 1 : 0)

/** Returns the changes to the number of transactions of each kind, the `count` of lists. */
export const countSteps = (
  client_id: number,
  changes: Iterable<TransactionChange>,
): ReadonlyArray<Step> => {
  // Transactions that are counted together are grouped first: in an import, many are.
  const sums = new Sums<Counted>()
  const count = (transaction: Counted | null, amount: number): void => {
    if (transaction === null) return
    const { auth_date, cleared_date, transaction_type, status, expense_status } = transaction
    const days = `${dayOf(auth_date)} ${cleared_date === null ? "" : dayOf(cleared_date)}`
    const has_receipt = receipts(transaction)
    const name = `${days} ${transaction_type} ${status} ${expense_status} ${has_receipt}`
    const { receipt_urls } = transaction
    const counted = { auth_date, cleared_date, transaction_type, status, expense_status }
    sums.add(name, { ...counted, receipt_urls }, amount)
  }
  for (const { before, after } of changes) {
    count(before, -1)
    count(after, 1)
  }
  const counts = new Sums<Kind>()
  for (const { amount, ...counted } of sums.all) {
    const { auth_date, cleared_date, transaction_type, status, expense_status } = counted
    const add = (dated: Kind["dated"], day: string): void => {
      const has_receipt = receipts(counted)
      const kind = { day, dated, transaction_type, status, expense_status, has_receipt }
      counts.add(Object.values(kind).join(" "), kind, amount)
    }
    add("auth_date", allDays)
    add("auth_date", dayOf(auth_date))
    if (cleared_date !== null) add("cleared_date", dayOf(cleared_date))
  }
  const rows = counts.changing
  const values = (sum: (typeof rows)[number]) => [
    client_id,
    ...kind.map((column) => sum[column]),
    sum.amount,
  ]
  return [{ statement: countDay, rows, values, exact: true }]
}
