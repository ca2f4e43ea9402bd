import { dayOf } from "../core/dates.ts"
import type { Steps } from "../core/decision.ts"
import type { Money } from "../core/money.ts"
import type { Movement, MovementKind } from "../core/records/movements.ts"
import type { Transaction } from "../core/records/transactions.ts"
import { showMovements } from "../transactions/movements.ts"
import { ofWallet } from "../transactions/rules/amounts.ts"

/** A movement of a wallet on a day. */
export interface WalletMovement {
  readonly transaction: Transaction
  readonly id: string
  readonly number: number
  readonly kind: MovementKind
  /** Timestamp of the movement, or the start of the day on which it was booked. */
  readonly at: string
  /** Signed, in the business's own currency. */
  readonly amount: Money
  /** Signed, in the currency of the wallet. */
  readonly wallet_amount: Money
  /** Total charged before the movement; for a refund, total refunded before it. */
  readonly before: Total
}

/** Signed amounts, in the business's own currency and in that of the wallet. */
export interface Total {
  readonly amount: number
  readonly wallet_amount: number
}

export const stepFields = ["transaction_id", "number", "kind", "amount", "fx_amount"] as const

/** A movement of a transaction after the first, with the fields that its amounts need. */
export type LaterStep = Pick<Movement, (typeof stepFields)[number]>

/** Loaded movements. */
export interface Moving {
  readonly transactions: ReadonlyArray<Transaction>
  /** Movements after the first of a transaction, on the days of the export. */
  readonly later: ReadonlyArray<Movement>
  /** All movements after the first of each transaction, on any day. */
  readonly steps: ReadonlyArray<LaterStep>
}

/**
 * Returns the movements of wallets on these UTC days, both inclusive, in the order of time, with a
 * step for each transaction. Excludes movements without any amount, such as the clearing of a whole
 * hold. Includes those that changed only the value in the business's own currency, although no
 * statement shows them.
 */
export function* walletMovements(
  { transactions, later, steps }: Moving,
  start_date: string,
  end_date: string,
): Steps<ReadonlyArray<WalletMovement>> {
  const laterOf = Map.groupBy(later, (row) => row.transaction_id)
  const stepsOf = Map.groupBy(steps, (row) => row.transaction_id)
  const found: Array<WalletMovement> = []
  for (const transaction of transactions) {
    const ownSteps = stepsOf.get(transaction.id) ?? []
    const refundedBefore = totalsBeforeRefunds(transaction, ownSteps)
    const movements = showMovements(
      transaction,
      ownSteps.find((step) => step.number === 2) ?? null,
      laterOf.get(transaction.id) ?? [],
      { offset: 0, limit: 1 },
    )
    for (const { id, number, kind, date: at, amount, fx_amount } of movements) {
      const day = dayOf(at)
      const wallet_amount = ofWallet(transaction, { amount, fx_amount })
      if (day < start_date || day > end_date) continue
      if (amount === 0 && wallet_amount === 0) continue
      const step = { number, kind, amount, wallet_amount }
      const before = totalBefore(transaction, step, refundedBefore)
      found.push({ transaction, id, at, ...step, before })
    }
    yield
  }
  return found.sort(
    (a, b) =>
      compare(a.at, b.at) || compare(a.transaction.id, b.transaction.id) || a.number - b.number,
  )
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const nothing: Total = { amount: 0, wallet_amount: 0 }

/** Returns the total refunded before each refund, by the number of the movement. */
const totalsBeforeRefunds = (
  transaction: Transaction,
  steps: ReadonlyArray<LaterStep>,
): ReadonlyMap<number, Total> => {
  const totals = new Map<number, Total>()
  let { amount, wallet_amount } = nothing
  const refunds = steps.filter(({ kind }) => kind === "REFUND")
  for (const refund of refunds.toSorted((a, b) => a.number - b.number)) {
    totals.set(refund.number, { amount, wallet_amount })
    amount += refund.amount
    wallet_amount += ofWallet(transaction, refund)
  }
  return totals
}

const totalBefore = (
  transaction: Transaction,
  step: Pick<WalletMovement, "number" | "kind" | "amount" | "wallet_amount">,
  refundedBefore: ReadonlyMap<number, Total>,
): Total => {
  const { amount } = transaction
  const wallet_amount = ofWallet(transaction, transaction)
  switch (step.kind) {
    case "HOLD":
    case "RECORD":
      return nothing
    case "CLEAR":
      return { amount: amount - step.amount, wallet_amount: wallet_amount - step.wallet_amount }
    case "REVERSE":
      return { amount, wallet_amount }
    case "REFUND":
      return refundedBefore.get(step.number) ?? nothing
  }
}
