import type { Entry } from "../core/entries.ts"
import type { Movement } from "../core/records/movements.ts"
import type { Transaction } from "../core/records/transactions.ts"
import { bookedDay } from "../transactions/context.ts"
import { ofWallet } from "../transactions/rules/amounts.ts"
import { readable } from "./lists.ts"

/** An entry with the wallet balance in its currency after it. */
export interface EntryAndBalance extends Entry {
  readonly balance: number
}

/** Returns the amount that an entry moves in its wallet. */
const ofItsWallet = ({ debit_account, credit_account, amount }: Entry): number =>
  debit_account === "wallet" ? amount : credit_account === "wallet" ? -amount : 0

/**
 * Net amount that a transaction moves in its wallet at present; 0 if it was declined or reversed.
 */
export const stillMoved = (transaction: Transaction): number => {
  const { status, currency, wallet_currency } = transaction
  if (status === "DECLINED" || status === "REVERSED") return 0
  const { amount, fx_amount, refunded_amount, refunded_fx_amount } = transaction
  return currency === wallet_currency
    ? fx_amount - Math.sign(fx_amount) * refunded_fx_amount
    : amount - Math.sign(amount) * refunded_amount
}

/** Net amount that a transaction spends of its budget at present. */
export const stillSpent = ({ status, amount, refunded_amount }: Transaction): number =>
  status === "DECLINED" || status === "REVERSED" ? 0 : Math.sign(amount) * refunded_amount - amount

/** A movement of the wallet according to the transaction or the row of the movement. */
interface Step {
  readonly number: number
  readonly amount: number
  readonly balance: number | null
  readonly day: string
}

/** A movement of the wallet according to the ledger. */
type Trace = Omit<Step, "number">

/** A step and its trace; null if one of them is missing. */
export interface TracedStep {
  readonly of: string
  readonly currency: string
  readonly step: Step | null
  readonly trace: Trace | null
}

/** Net amount of entries, by account and currency. */
export interface Net {
  readonly account: string
  readonly currency: string
  amount: number
}

/** Stored data of one transaction, whose row may be missing. */
export class KeptTransaction {
  readonly id: string
  /** The row as it is stored. */
  readonly row: Transaction | null
  /** The row without unreadable items of its lists. */
  readonly transaction: Transaction | null
  /** In the order of their numbers. */
  readonly movements: ReadonlyArray<Movement>
  /** In the order in which they were made. */
  readonly entries: ReadonlyArray<EntryAndBalance>
  #net: ReadonlyArray<Net> | null = null
  #steps: ReadonlyArray<TracedStep> | null = null

  constructor(
    id: string,
    row: Transaction | null,
    movements: ReadonlyArray<Movement>,
    entries: ReadonlyArray<EntryAndBalance>,
  ) {
    this.id = id
    this.row = row
    this.transaction = row === null ? null : readable(row)
    this.movements = movements
    this.entries = entries
  }

  /** Returns the amount that the transaction moved in its wallet of a currency. */
  walletMoved(currency: string): number {
    let sum = 0
    for (const entry of this.entries) if (entry.currency === currency) sum += ofItsWallet(entry)
    return sum
  }

  /** Net amount of each account: debits minus credits. */
  get net(): ReadonlyArray<Net> {
    this.#net ??= netOf(this.entries)
    return this.#net
  }

  moved(account: string, currency: string): number {
    return this.net.find((_) => _.account === account && _.currency === currency)?.amount ?? 0
  }

  /** Steps, each with its trace in the ledger. */
  get steps(): ReadonlyArray<TracedStep> {
    this.#steps ??= this.#traced()
    return this.#steps
  }

  /** The CLEAR movement, which changes the hold; null if the transaction has not cleared. */
  get #clearing(): Movement | null {
    return this.movements.find(({ number, kind }) => number === 2 && kind === "CLEAR") ?? null
  }

  #traced(): ReadonlyArray<TracedStep> {
    const { id, transaction } = this
    const steps = transaction === null ? [] : this.#moving(transaction)
    const traces = this.#traces()
    const length = Math.max(steps.length, traces.length)
    return Array.from({ length }, (_, n) => n).flatMap((n): ReadonlyArray<TracedStep> => {
      const step = steps[n] ?? null
      const [currency, trace] = traces[n] ?? [null, null]
      const ownCurrency = transaction?.wallet_currency ?? ""
      const of = `${id}-${step?.number ?? "none"}`
      if (step === null || trace === null || currency === ownCurrency) {
        return [
          { of, currency: step === null ? (currency ?? ownCurrency) : ownCurrency, step, trace },
        ]
      }
      return [
        { of, currency: ownCurrency, step, trace: null },
        { of: `${id}-none`, currency, step: null, trace },
      ]
    })
  }

  /**
   * Returns every step that moved the wallet or ended a hold. The first one is derived from the
   * transaction itself.
   */
  #moving(transaction: Transaction): ReadonlyArray<Step> {
    const steps: Array<Step> = []
    const whole = ofWallet(transaction, transaction)
    if (transaction.status !== "DECLINED") {
      const clearing = this.#clearing
      const amount = whole - (clearing === null ? 0 : ofWallet(transaction, clearing))
      const day = bookedDay(transaction)
      if (amount !== 0) steps.push({ number: 1, amount, balance: transaction.balance_after, day })
    }
    for (const movement of this.movements) {
      const amount = ofWallet(transaction, movement)
      const releasedAmount = movement.kind === "CLEAR" ? whole - amount : 0
      if (amount === 0 && releasedAmount === 0) continue
      const { number, balance_after: balance, date } = movement
      steps.push({ number, amount, balance, day: date.slice(0, 10) })
    }
    return steps
  }

  /**
   * Returns the entries that moved the wallet, and the one that ended the hold if clearing did not
   * move the wallet.
   */
  #traces(): ReadonlyArray<readonly [currency: string, Trace]> {
    const { transaction } = this
    const clearing = this.#clearing
    const endsHold =
      transaction !== null && clearing !== null && ofWallet(transaction, clearing) === 0
    const traces: Array<readonly [string, Trace]> = []
    for (const entry of this.entries) {
      const { debit_account, credit_account, currency, balance, date: day } = entry
      const moves = debit_account === "wallet" || credit_account === "wallet"
      const holds = debit_account === "holds" || credit_account === "holds"
      if (!moves && !(holds && endsHold)) continue
      traces.push([currency, { amount: ofItsWallet(entry), balance, day }])
    }
    return traces
  }
}

/** Returns the net amount of entries, by account and currency. */
export const netOf = (entries: ReadonlyArray<Entry>): ReadonlyArray<Net> => {
  const sums: Array<Net> = []
  const add = (account: string, currency: string, amount: number) => {
    for (const sum of sums) {
      if (sum.account !== account || sum.currency !== currency) continue
      sum.amount += amount
      return
    }
    sums.push({ account, currency, amount })
  }
  for (const { debit_account, credit_account, currency, amount } of entries) {
    add(debit_account, currency, amount)
    add(credit_account, currency, -amount)
  }
  return sums
}
