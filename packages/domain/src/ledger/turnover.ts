import type { Entry } from "../core/entries.ts"

/** What moved an account in one period, or in none. */
export interface PeriodSums {
  /** The id of the first of the entries. */
  readonly first: number
  total: number
  /** By what caused it. */
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
 * What entries come to: debits less credits, by account, currency and period, and of wallets by
 * day. It takes memory for accounts, periods and days, not for entries.
 */
export class Turnover {
  readonly #accounts = new Map<string, Map<string, AccountSums>>()

  take(entry: Entry): void {
    this.#add(entry, entry.debit_account, entry.amount)
    this.#add(entry, entry.credit_account, -entry.amount)
  }

  /** The balance of an account, 0 where nothing moved it. */
  balance(account: string, currency: string): number {
    return this.#of(account, currency).total
  }

  /** What the entries of one period moved of it. */
  balanceIn(account: string, currency: string, period: number): number {
    return this.#of(account, currency).periods.get(period)?.total ?? 0
  }

  /** What moved an account in each period, in all currencies together. */
  periodsOf(account: string): ReadonlyMap<number | null, PeriodSums> {
    const all = [...(this.#accounts.get(account)?.values() ?? [])]
    const [first = none, ...others] = all
    if (others.length === 0) return first.periods
    const sums = new Map<number | null, PeriodSums>()
    for (const { periods } of all)
      for (const [n, period] of periods) add(sumsOf(sums, n, period.first), period)
    return sums
  }

  /** How far the wallet of a currency moved on each day on which it moved. */
  walletDays(currency: string): ReadonlyMap<string, number> {
    return this.#of("wallet", currency).days
  }

  /** Every account that moved. */
  get accounts(): ReadonlyArray<string> {
    return [...this.#accounts.keys()]
  }

  /** The currencies in which an account moved. */
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
