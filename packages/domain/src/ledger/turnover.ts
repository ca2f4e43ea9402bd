import type { Entry } from "../core/entries.ts"

/** Sums of the entries of an account in one period, or without a period. */
export interface PeriodSums {
  /** Id of the first entry. */
  readonly first: number
  total: number
  /** Sums by the resource that caused the entries. */
  topups: number
  transactions: number
  budget_members: number
}

class AccountSums {
  total = 0
  readonly periods = new Map<number | null, PeriodSums>()
  readonly days = new Map<string, number>()
}

const none = new AccountSums()

/**
 * Sums of entries: debits minus credits, by account, currency and period, and for wallets by day.
 * Its memory grows with accounts, periods and days, not with entries.
 */
export class Turnover {
  readonly #accounts = new Map<string, Map<string, AccountSums>>()

  take(entry: Entry): void {
    this.#add(entry, entry.debit_account, entry.amount)
    this.#add(entry, entry.credit_account, -entry.amount)
  }

  /** Returns the balance of an account; 0 if nothing moved it. */
  balance(account: string, currency: string): number {
    return this.#of(account, currency).total
  }

  /** Returns the sum of an account's entries in one period. */
  balanceIn(account: string, currency: string, period: number): number {
    return this.#of(account, currency).periods.get(period)?.total ?? 0
  }

  /** Returns the sums of an account in each period, over all currencies. */
  periodsOf(account: string): ReadonlyMap<number | null, PeriodSums> {
    const all = [...(this.#accounts.get(account)?.values() ?? [])]
    const [first = none, ...others] = all
    if (others.length === 0) return first.periods
    const sums = new Map<number | null, PeriodSums>()
    for (const { periods } of all)
      for (const [n, period] of periods) add(sumsOf(sums, n, period.first), period)
    return sums
  }

  /** Returns the net amount that the wallet of a currency moved on each day with entries. */
  walletDays(currency: string): ReadonlyMap<string, number> {
    return this.#of("wallet", currency).days
  }

  /** Every account with entries. */
  get accounts(): ReadonlyArray<string> {
    return [...this.#accounts.keys()]
  }

  /** Returns the currencies of an account's entries. */
  currenciesOf(account: string): ReadonlyArray<string> {
    return [...(this.#accounts.get(account)?.keys() ?? [])]
  }

  #of(account: string, currency: string): AccountSums {
    return this.#accounts.get(account)?.get(currency) ?? none
  }

  #add({ id, currency, date, period, resource }: Entry, account: string, amount: number): void {
    let currencies = this.#accounts.get(account)
    if (currencies === undefined) {
      currencies = new Map()
      this.#accounts.set(account, currencies)
    }
    let sums = currencies.get(currency)
    if (sums === undefined) {
      sums = new AccountSums()
      currencies.set(currency, sums)
    }
    sums.total += amount
    if (account === "wallet") sums.days.set(date, (sums.days.get(date) ?? 0) + amount)
    const inPeriod = sumsOf(sums.periods, period, id)
    inPeriod.total += amount
    if (resource === "topups") inPeriod.topups += amount
    else if (resource === "transactions") inPeriod.transactions += amount
    else if (resource === "budget_members") inPeriod.budget_members += amount
  }
}

const sumsOf = (
  periods: Map<number | null, PeriodSums>,
  period: number | null,
  first: number,
): PeriodSums => {
  const known = periods.get(period)
  if (known !== undefined) return known
  const sums = { first, total: 0, topups: 0, transactions: 0, budget_members: 0 }
  periods.set(period, sums)
  return sums
}

const add = (to: PeriodSums, from: PeriodSums): void => {
  to.total += from.total
  to.topups += from.topups
  to.transactions += from.transactions
  to.budget_members += from.budget_members
}
