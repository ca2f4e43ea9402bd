import { dayOf } from "../core/dates.ts"
import type { Steps } from "../core/decision.ts"
import { type Money, money } from "../core/money.ts"
import type { Movement, MovementKind } from "../core/records/movements.ts"
import type { Transaction } from "../core/records/transactions.ts"
import { showMovements } from "../transactions/movements.ts"
import { ofWallet } from "../transactions/rules/amounts.ts"

/** What moved a wallet on a day. */
export interface WalletMovement {
  readonly transaction: Transaction
  readonly id: string
  readonly number: number
  readonly kind: MovementKind
  /** A timestamp: that of its own step, or the beginning of the day on which it was booked. */
  readonly at: string
  /** Signed, in the business's own currency. */
  readonly amount: Money
  /** Signed, in the currency of the wallet. */
  readonly wallet_amount: Money
}

/** What is loaded of movements. */
export interface Moving {
  readonly transactions: ReadonlyArray<Transaction>
  /** Those after the first of a transaction that are dated to the days. */
  readonly later: ReadonlyArray<Movement>
  /** The second one of each transaction, whenever it was. */
  readonly clearings: ReadonlyArray<Movement>
}

/**
 * What moved wallets on these UTC days, both inclusive, in the order of time; a step for each
 * transaction. What moved no money, as a clearing of the whole hold, is left out: no statement
 * shows it.
 */
export function* walletMovements(
  { transactions, later, clearings }: Moving,
  start_date: string,
  end_date: string,
): Steps<ReadonlyArray<WalletMovement>> {
  const second = new Map(clearings.map((row) => [row.transaction_id, row]))
  const laterOf = Map.groupBy(later, (row) => row.transaction_id)
  const found: Array<WalletMovement> = []
  for (const transaction of transactions) {
    const movements = showMovements(
      transaction,
      second.get(transaction.id) ?? null,
      laterOf.get(transaction.id) ?? [],
      { offset: 0, limit: 1 },
    )
    for (const { id, number, kind, date: at, amount, fx_amount } of movements) {
      const day = dayOf(at)
      const wallet_amount = ofWallet(transaction, { amount, fx_amount })
      if (wallet_amount === 0 || day < start_date || day > end_date) continue
      found.push({ transaction, id, number, kind, at, amount, wallet_amount })
    }
    yield
  }
  return found.sort(
    (a, b) =>
      compare(a.at, b.at) || compare(a.transaction.id, b.transaction.id) || a.number - b.number,
  )
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** A total in proportion to these weights, exactly: the parts add up to it. */
export const shares = (total: number, weights: ReadonlyArray<number>): ReadonlyArray<Money> => {
  const sum = weights.reduce((a, b) => a + BigInt(b), 0n)
  if (sum === 0n) return weights.map((_, n) => money(n === 0 ? total : 0))
  let upTo = 0n
  let before = 0n
  return weights.map((weight) => {
    upTo += BigInt(weight)
    const until = (BigInt(total) * upTo) / sum
    const share = until - before
    before = until
    return money(Number(share))
  })
}
