import type { Movement } from "../../core/records/movements.ts"
import type { Transaction } from "../../core/records/transactions.ts"
import { amounts, type Check } from "../check.ts"
import type { KeptTransaction } from "../kept-transaction.ts"

type OfTransaction = Check<KeptTransaction>

/** The movement count of a transaction is right, and the numbers of its movements have no gap. */
const counts: OfTransaction = amounts("movement count", [], (_, differs) => ({
  take: ({ id, transaction, movements }: KeptTransaction) => {
    if (transaction === null && movements.length === 0) return
    const first = transaction === null || transaction.status === "DECLINED" ? 0 : 1
    const isWithoutGap = (movements.at(-1)?.number ?? 1) === movements.length + 1
    differs({
      ...{ of: id, currency: null, expected: first + movements.length },
      found: isWithoutGap ? (transaction?.movement_count ?? 0) : -1,
    })
  },
}))

/**
 * True if the movement is possible: only a hold clears or is reversed, once, and only a cleared
 * transaction is refunded.
 */
const canBe = (
  { status, cleared_date }: Transaction,
  { kind, number, date }: Movement,
): boolean => {
  const hasCleared = status === "CLEARED" || status === "REFUNDED"
  if (kind === "CLEAR") return number === 2 && hasCleared && date === cleared_date
  if (kind === "REVERSE") return number === 2 && status === "REVERSED"
  return kind === "REFUND" && hasCleared
}

/**
 * Each movement is possible (1 for yes). In the business's own currency, both amounts are equal.
 * Only a DECLINED transaction has no balance.
 */
const steps: OfTransaction = amounts(
  "movement step",
  ["businesses"],
  ({ businesses: [business] }, differs) => ({
    take: ({ id, transaction, movements }: KeptTransaction) => {
      if (business === undefined || transaction === null) return
      for (const movement of movements) {
        const isOne = transaction.currency === business.currency
        const isPossible =
          canBe(transaction, movement) && (!isOne || movement.amount === movement.fx_amount)
        const of = `${id}-${movement.number}`
        differs({ of, currency: null, expected: 1, found: isPossible ? 1 : 0 })
      }
      differs({
        ...{ of: `${id}-1`, currency: null, expected: transaction.status === "DECLINED" ? 0 : 1 },
        found: transaction.balance_after === null ? 0 : 1,
      })
    },
  }),
)

/** The amount of each movement equals that of its ledger entry. */
const moved: OfTransaction = amounts("movement amount", [], (_, differs) => ({
  take: (stored: KeptTransaction) => {
    for (const { of, currency, step, trace } of stored.steps) {
      differs({ of, currency, expected: trace?.amount ?? 0, found: step?.amount ?? 0 })
    }
  },
}))

/** The balance after each movement equals the wallet balance after its ledger entry. */
const balances: OfTransaction = amounts("movement balance", [], (_, differs) => ({
  take: (stored: KeptTransaction) => {
    for (const { of, currency, step, trace } of stored.steps) {
      differs({ of, currency, expected: trace?.balance ?? 0, found: step?.balance ?? 0 })
    }
  },
}))

/** The day of each movement equals the day of its ledger entry (1 for yes). */
const days: OfTransaction = amounts("movement day", [], (_, differs) => ({
  take: (stored: KeptTransaction) => {
    for (const { of, step, trace } of stored.steps) {
      differs({ of, currency: null, expected: 1, found: step?.day === trace?.day ? 1 : 0 })
    }
  },
}))

/**
 * The refunds or the reversal among the movements add up to the amounts that the transaction shows
 * as returned.
 */
const cameBack: OfTransaction = amounts(
  "came back",
  ["businesses"],
  ({ businesses: [business] }, differs) => ({
    take: ({ id, transaction, movements }: KeptTransaction) => {
      if (business === undefined || transaction === null) return
      const isReversed = transaction.status === "REVERSED"
      const kind = isReversed ? "REVERSE" : "REFUND"
      for (const name of ["amount", "fx_amount"] as const) {
        const whole = transaction[name]
        const { [`refunded_${name}` as const]: refunded } = transaction
        let found = 0
        for (const movement of movements) if (movement.kind === kind) found += movement[name]
        differs({
          ...{ of: `${id} ${name}`, found },
          currency: name === "amount" ? business.currency : transaction.currency,
          expected: isReversed ? -whole : -Math.sign(whole) * refunded,
        })
      }
    },
  }),
)

/** Checks of the movements of transactions. */
export const movementChecks: ReadonlyArray<OfTransaction> = [
  counts,
  steps,
  moved,
  balances,
  days,
  cameBack,
]
