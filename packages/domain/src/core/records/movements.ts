import type { Money } from "../money.ts"
export const movementKinds = ["HOLD", "CLEAR", "REVERSE", "REFUND", "RECORD"] as const

/**
 * HOLD: authorised, here or elsewhere. CLEAR: what clears instead of the hold. REVERSE: the hold
 * that comes back. REFUND: what comes back of what had cleared. RECORD: what had cleared elsewhere
 * when it was recorded.
 */
export type MovementKind = (typeof movementKinds)[number]

/** The steps that a transaction itself does not tell of. */
export type LaterKind = Exclude<MovementKind, "HOLD" | "RECORD">

/**
 * A step of a transaction after the first, written with the decision. The first step is the
 * transaction's own: what it holds now less what its clearing changed (`firstMovement`); so an
 * import writes no second row.
 */
export interface Movement {
  readonly client_id: number
  readonly transaction_id: string
  /** Its place among the transaction's movements; the first, which has no row, is 1. */
  readonly number: number
  readonly kind: LaterKind
  /** When it happened: a timestamp, on whose UTC day it counts. */
  readonly date: string
  /** Signed, what this step moved: a CLEAR the difference to the hold. In the own currency. */
  readonly amount: Money
  /** The same in the transaction's currency. */
  readonly fx_amount: Money
  /** What the transaction's wallet held after it, in the order of commit. */
  readonly balance_after: Money
  readonly created: string
}

/** A movement as the interface shows it, with what its amounts are in. */
export interface MovementRecord extends Omit<Movement, "client_id" | "transaction_id" | "kind"> {
  readonly id: string
  readonly kind: MovementKind
  readonly currency: string
  readonly wallet_currency: string
}
