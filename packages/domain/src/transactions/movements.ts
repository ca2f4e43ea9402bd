import { money } from "../core/money.ts"
import type { PageRequest } from "../core/page.ts"
import type { LaterKind, Movement, MovementRecord } from "../core/records/movements.ts"
import type { Transaction } from "../core/records/transactions.ts"
import { bookedAt } from "./context.ts"
import { ofWallet, type Pair } from "./rules/amounts.ts"

/**
 * Returns the movement count of a new transaction, and the wallet balance after its first movement.
 * `wallets` has the balances before it. A DECLINED transaction has no movement.
 */
export const firstStep = (
  wallets: ReadonlyMap<string, number>,
  status: Transaction["status"],
  amounts: Pair & Pick<Transaction, "currency" | "wallet_currency">,
): Pick<Transaction, "movement_count" | "balance_after"> =>
  status === "DECLINED"
    ? { movement_count: 0, balance_after: null }
    : {
        movement_count: 1,
        balance_after: money(
          (wallets.get(amounts.wallet_currency) ?? 0) + ofWallet(amounts, amounts),
        ),
      }

/** Creates the movement that led to `after`. `balance` is the wallet balance after it. */
export const nextMovement = (
  after: Transaction,
  kind: LaterKind,
  { amount, fx_amount }: Pair,
  { date, balance }: { readonly date: string; readonly balance: number },
): Movement => ({
  client_id: after.client_id,
  transaction_id: after.id,
  number: after.movement_count,
  kind,
  date,
  amount,
  fx_amount,
  balance_after: money(balance),
  created: after.updated,
})

/** The second movement. If it is a CLEAR, it is the change of the hold. */
type Second = Pick<Movement, "kind" | "amount" | "fx_amount"> | null

/** Derives the first movement from the transaction and its second movement. */
const firstMovement = (transaction: Transaction, second: Second): MovementRecord => {
  const cleared = second?.kind === "CLEAR" ? second : { amount: 0, fx_amount: 0 }
  const isHold =
    transaction.status === "AUTHED" || transaction.status === "REVERSED" || second?.kind === "CLEAR"
  return {
    id: idOf(transaction.id, 1),
    number: 1,
    kind: isHold ? "HOLD" : "RECORD",
    date: bookedAt(transaction),
    amount: money(transaction.amount - cleared.amount),
    fx_amount: money(transaction.fx_amount - cleared.fx_amount),
    balance_after: transaction.balance_after ?? money(0),
    created: transaction.created,
    currency: transaction.currency,
    wallet_currency: transaction.wallet_currency,
  }
}

const idOf = (transaction_id: string, number: number): string => `${transaction_id}-${number}`

/**
 * Returns the range of numbers, inclusive, of the rows on a page. Rows begin with the second
 * movement.
 */
export const movementNumbers = ({ offset, limit }: PageRequest) => ({
  from: Math.max(offset + 1, 2),
  to: offset + limit,
})

/** Returns a page of a transaction's movements, in order, from the rows of `movementNumbers`. */
export const showMovements = (
  transaction: Transaction,
  second: Second,
  rows: ReadonlyArray<Movement>,
  { offset }: PageRequest,
): ReadonlyArray<MovementRecord> => {
  const { currency, wallet_currency, movement_count } = transaction
  const first = offset === 0 && movement_count > 0 ? [firstMovement(transaction, second)] : []
  return [
    ...first,
    ...rows.map((row) => ({
      id: idOf(row.transaction_id, row.number),
      number: row.number,
      kind: row.kind,
      date: row.date,
      amount: row.amount,
      fx_amount: row.fx_amount,
      balance_after: row.balance_after,
      created: row.created,
      currency,
      wallet_currency,
    })),
  ]
}
