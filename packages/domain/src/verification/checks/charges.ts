import { dayOf } from "../../core/dates.ts"
import type { Entry } from "../../core/entries.ts"
import type { BudgetPeriod } from "../../core/records/budget-periods.ts"
import type { Budget } from "../../core/records/budgets.ts"
import type { Transaction } from "../../core/records/transactions.ts"
import { memberSpent, spent } from "../../ledger/rules.ts"
import { placedAt } from "../../transactions/context.ts"
import { type Check, rows } from "../check.ts"
import type { KeptTransaction } from "../kept-transaction.ts"

type OfTransaction = Check<KeptTransaction>

/** The transaction of each ledger entry exists. */
const causes: OfTransaction = rows(
  "ledger_entries",
  "the record that moved the money does not exist",
  [],
  (_, wrong) => ({
    take: ({ id: resource_id, transaction, entries }: KeptTransaction) => {
      if (transaction !== null) return
      for (const { id } of entries) {
        const found = `transactions ${resource_id}`
        wrong({ id: String(id), field: "resource_id", expected: null, found })
      }
    },
  }),
)

const currencyAccounts: ReadonlySet<string> = new Set(["wallet", "holds", "outside"])

/**
 * True if a transaction may move the account: those of its wallet, `allocations`, every available
 * account, and the spent accounts of its budget and member.
 */
const isOwn = (
  { wallet_currency, budget_id, budget_member_id }: Transaction,
  own: string,
  { account, currency }: { readonly account: string; readonly currency: string },
): boolean => {
  if (currencyAccounts.has(account)) return currency === wallet_currency
  if (currency !== own) return false
  return (
    account === "allocations" ||
    account.endsWith(":available") ||
    (budget_id !== null && account === spent(budget_id)) ||
    (budget_member_id !== null && account === memberSpent(budget_member_id))
  )
}

/**
 * A transaction only moves its wallet, available amounts, and the spent amounts of its own budget
 * and member.
 */
const accounts: OfTransaction = rows(
  "ledger_entries",
  "it moved an account that is not its own",
  ["businesses"],
  ({ businesses: [business] }, wrong) => ({
    take: ({ id, transaction, net }: KeptTransaction) => {
      if (business === undefined || transaction === null) return
      for (const each of net) {
        if (each.amount === 0 || isOwn(transaction, business.currency, each)) continue
        const found = `${each.account} ${each.currency}`
        wrong({ id: `transactions ${id}`, field: "account", expected: null, found })
      }
    },
  }),
)

const isOfWallet = ({ debit_account, credit_account }: Entry): boolean =>
  currencyAccounts.has(debit_account) || currencyAccounts.has(credit_account)

/**
 * An entry of a budget counts on a day on which its transaction moves the wallet in the same
 * millisecond, or on the day on which it is made, as when an expense moves to another budget within
 * that millisecond. Without an entry of the wallet in that millisecond, any day is right.
 */
const days: OfTransaction = rows(
  "ledger_entries",
  "it counts on the wrong day",
  [],
  (_, wrong) => ({
    take: ({ entries }: KeptTransaction) => {
      for (const entry of entries) {
        if (isOfWallet(entry)) continue
        const { id, created, date: found } = entry
        const together = entries.filter((each) => each.created === created && isOfWallet(each))
        const dates = together.map(({ date }) => date)
        if (dates.length === 0 || dates.includes(found) || found === dayOf(created)) continue
        const [expected] = dates.sort()
        wrong({ id: String(id), field: "date", expected, found })
      }
    },
  }),
)

/** Returns the spending in other periods than `own`, by account and period. */
const spentElsewhere = (entries: ReadonlyArray<Entry>, own: number | null) => {
  const sums = new Map<string, { readonly period: number | null; amount: number }>()
  const add = (account: string, period: number | null, amount: number) => {
    if (!account.endsWith(":spent")) return
    const key = `${account} ${period}`
    const sum = sums.get(key) ?? { period, amount: 0 }
    sum.amount += amount
    sums.set(key, sum)
  }
  for (const { debit_account, credit_account, period, amount } of entries) {
    if (period === own) continue
    add(debit_account, period, amount)
    add(credit_account, period, -amount)
  }
  return [...sums.values()].filter(({ amount }) => amount !== 0)
}

/** The spending of a transaction counts in the period of the transaction. */
const entryPeriods: OfTransaction = rows(
  "ledger_entries",
  "it counts in the wrong period",
  [],
  (_, wrong) => ({
    take: ({ id, transaction, entries }: KeptTransaction) => {
      if (transaction === null) return
      const { period_number: expected } = transaction
      for (const { period: found } of spentElsewhere(entries, expected)) {
        wrong({ id: `transactions ${id}`, field: "period", expected, found })
      }
    },
  }),
)

/** Returns the number of the budget's period that contains an instant. */
const periodAt = (
  { period_number, period_start }: Budget,
  /** Newest first. */
  endedPeriods: ReadonlyArray<BudgetPeriod>,
  at: string,
): number =>
  period_number === 1 || at >= period_start
    ? period_number
    : (endedPeriods.find(({ start }) => start <= at)?.number ?? 1)

/**
 * A transaction belongs to the period of its budget that contains it. An authorisation belongs to
 * the period that was current when it was made, which can be a later one if the clock was set back.
 */
const periods: OfTransaction = rows(
  "transactions",
  "it belongs to a different period",
  ["budgets", "budget_periods"],
  ({ budgets, budget_periods }, wrong) => {
    const known = new Map(budgets.map((budget) => [budget.id, budget]))
    const endedPeriods = Map.groupBy(
      budget_periods.toSorted((a, b) => b.number - a.number),
      ({ budget_id }) => budget_id,
    )
    return {
      take: ({ id, transaction }: KeptTransaction) => {
        if (transaction === null) return
        const { budget_id, explanation, period_number: found } = transaction
        const budget = budget_id === null ? undefined : known.get(budget_id)
        const expected =
          budget === undefined
            ? null
            : periodAt(budget, endedPeriods.get(budget.id) ?? [], placedAt(transaction))
        if (expected === found) return
        const mayBeLater = expected !== null && found !== null && explanation !== null
        if (mayBeLater && found > expected && found <= (budget?.period_number ?? 0)) return
        wrong({ id, field: "period_number", expected, found })
      },
    }
  },
)

/**
 * A transaction belongs to the current stint of its member if it happened after the member last
 * joined, and to an earlier stint if it was recorded from elsewhere and happened before. In the
 * millisecond of joining, both are possible.
 */
const stints: OfTransaction = rows(
  "transactions",
  "it belongs to a different membership",
  ["budget_members"],
  ({ budget_members }, wrong) => {
    const members = new Map(budget_members.map((member) => [member.id, member]))
    return {
      take: ({ id, transaction }: KeptTransaction) => {
        if (transaction === null) return
        const { budget_member_id, member_stint: found, explanation } = transaction
        const member = members.get(budget_member_id ?? Number.NaN)
        if (member === undefined) {
          if (found !== null) wrong({ id, field: "member_stint", expected: null, found })
          return
        }
        const { stint: expected, since } = member
        const at = placedAt(transaction)
        const isCurrent = at > since
        const isPossible = found !== null && found >= 1 && found <= expected
        const isEarlier = explanation === null && at < since && expected > 1
        if (isPossible && !(isCurrent && found !== expected) && !(isEarlier && found === expected))
          return
        wrong({ id, field: "member_stint", expected, found })
      },
    }
  },
)

/**
 * Refunded amounts are not negative and do not exceed the transaction. They are 0 if it has not
 * cleared.
 */
const refunds: OfTransaction = rows(
  "transactions",
  "more was returned than was spent",
  [],
  (_, wrong) => ({
    take: ({ id, transaction }: KeptTransaction) => {
      if (transaction === null) return
      const { status, amount, fx_amount, refunded_amount, refunded_fx_amount } = transaction
      const hasCleared = status === "CLEARED" || status === "REFUNDED"
      const isPossible = (refunded: number, whole: number) =>
        refunded >= 0 && refunded <= (hasCleared ? Math.abs(whole) : 0)
      if (isPossible(refunded_amount, amount) && isPossible(refunded_fx_amount, fx_amount)) return
      const found = `${refunded_amount} ${refunded_fx_amount}`
      wrong({ id, field: "refunded_amount", expected: null, found })
    },
  }),
)

/** Checks of the accounts, days and periods that transactions move. */
export const chargeChecks: ReadonlyArray<OfTransaction> = [
  refunds,
  causes,
  accounts,
  days,
  periods,
  stints,
  entryPeriods,
]
