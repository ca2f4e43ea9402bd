import { money } from "../core/money.ts"
import type { PageRequest } from "../core/page.ts"
import type { LaterKind, Movement, MovementRecord } from "../core/records/movements.ts"
import type { Transaction } from "../core/records/transactions.ts"
import { bookedAt } from "./context.ts"
import { ofWallet, type Pair } from "./rules/amounts.ts"

/**
 * What a transaction begins with: one movement, and what its wallet holds then (`wallets` is
 * before); a DECLINED one has moved nothing.
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

/**
 * The step that made the transaction what `after` says; `balance` is what its wallet holds by then.
 */
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

/** What clearing changed of a hold, where it did. */
type Second = Pick<Movement, "kind" | "amount" | "fx_amount"> | null

/** The step that made the transaction; `second` is the next one. */
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

/** The numbers of the rows that a page shows: from the second movement on, both included. */
export const movementNumbers = ({ offset, limit }: PageRequest) => ({
  from: Math.max(offset + 1, 2),
  to: offset + limit,
})

/** A page of a transaction's movements, in order, from the rows of `movementNumbers`. */
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
