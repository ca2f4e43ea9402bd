import type { Account, Entry, NewEntry } from "@outlay/domain/fields"

/**
 * A row of the ledger: an entry, and the entries right after it that charge the same amount on the
 * same day to a budget and to a member. Most transactions move money by three such entries.
 */
export interface NewEntryRow extends NewEntry {
  /** Period of the budget, if any. */
  readonly period: number | null
  /** Budget that the amount is also charged to: it moves from `available` to `spent`. */
  readonly budget_id: string | null
  /** Member that the amount is also charged to: it moves from `allocations` to `spent`. */
  readonly budget_member_id: number | null
}

/** A stored row. */
export interface EntryRow extends NewEntryRow, Pick<Entry, "client_id" | "id" | "created"> {}

interface Accounts {
  readonly debit_account: Account
  readonly credit_account: Account
}

const isOfCurrency = ({ debit_account, credit_account }: Accounts): boolean =>
  isCurrency(debit_account) && isCurrency(credit_account)

const isCurrency = (account: Account): boolean =>
  account === "wallet" || account === "holds" || account === "outside"

/** Returns true if the charges that belong to this entry are reversed. */
const givesBack = ({ debit_account, credit_account }: Accounts): boolean =>
  debit_account === "wallet" || credit_account.endsWith(":spent")

/** Returns the budget that an entry charges; null if it does something else. */
const budgetIn = ({ debit_account, credit_account }: Accounts, isBack: boolean): string | null => {
  const from = isBack ? debit_account : credit_account
  const to = isBack ? credit_account : debit_account
  if (!to.startsWith("budget:") || !to.endsWith(":spent")) return null
  const id = to.slice("budget:".length, -":spent".length)
  return from === `budget:${id}:available` ? id : null
}

/**
 * Returns the member without own funds that an entry charges, from `allocations`; null if it does
 * something else.
 */
const memberIn = ({ debit_account, credit_account }: Accounts, isBack: boolean): number | null => {
  const from = isBack ? debit_account : credit_account
  const to = isBack ? credit_account : debit_account
  if (from !== "allocations" || !to.startsWith("member:")) return null
  const id = Number(to.slice("member:".length, -":spent".length))
  return to === `member:${id}:spent` ? id : null
}

/** Returns true if two entries differ only in accounts and periods. */
const isWith = (one: NewEntry, other: NewEntry | undefined): other is NewEntry =>
  other !== undefined &&
  one.amount === other.amount &&
  one.resource_id === other.resource_id &&
  one.date === other.date &&
  one.currency === other.currency &&
  one.resource === other.resource

/** Returns the entries of one decision as rows, in order. */
export const entryRows = (entries: ReadonlyArray<NewEntry>): ReadonlyArray<NewEntryRow> => {
  const rows: Array<NewEntryRow> = []
  for (let n = 0; n < entries.length; n++) {
    const first = entries[n] as NewEntry
    const isBack = givesBack(first)
    let { period } = first
    let budget_id: string | null = null
    let budget_member_id: number | null = null
    let next = entries[n + 1]
    if (isOfCurrency(first) && period === null && isWith(first, next) && next.period !== null) {
      budget_id = budgetIn(next, isBack)
      if (budget_id !== null) {
        period = next.period
        next = entries[++n + 1]
      }
    }
    if (period !== null && isWith(first, next) && next.period === period) {
      budget_member_id = memberIn(next, isBack)
      if (budget_member_id !== null) n++
    }
    rows.push({
      debit_account: first.debit_account,
      credit_account: first.credit_account,
      currency: first.currency,
      amount: first.amount,
      date: first.date,
      resource: first.resource,
      resource_id: first.resource_id,
      period,
      budget_id,
      budget_member_id,
    })
  }
  return rows
}

/**
 * Returns the entries of a row, in order. Each has the row's id and everything else that was read
 * with it.
 */
export const entriesIn = <R extends EntryRow>(
  row: R,
): ReadonlyArray<Omit<R, "budget_id" | "budget_member_id">> => {
  const { budget_id, budget_member_id, ...entry } = row
  if (budget_id === null && budget_member_id === null) return [entry]
  const isBack = givesBack(entry)
  const charge = (from: Account, to: Account) => ({
    ...entry,
    debit_account: isBack ? from : to,
    credit_account: isBack ? to : from,
  })
  const entries: Array<typeof entry> = [isOfCurrency(entry) ? { ...entry, period: null } : entry]
  if (budget_id !== null) {
    entries.push(charge(`budget:${budget_id}:available`, `budget:${budget_id}:spent`))
  }
  if (budget_member_id !== null) {
    entries.push(charge("allocations", `member:${budget_member_id}:spent`))
  }
  return entries
}
