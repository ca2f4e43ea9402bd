import { Schema } from "effect"
import {
  amount,
  choice,
  client_id,
  count,
  currencyCode,
  internal,
  text,
  timestamp,
  uuid,
} from "../fields.ts"

export const movementKinds = ["HOLD", "CLEAR", "REVERSE", "REFUND", "RECORD"] as const
/**
 * HOLD: authorised, here or elsewhere. CLEAR: what clears instead of the hold. REVERSE: the hold
 * that comes back. REFUND: what comes back of what had cleared. RECORD: what had cleared elsewhere
 * when it was recorded.
 */
export type MovementKind = (typeof movementKinds)[number]

/** The steps that a transaction itself does not tell of. */
export const laterKinds = [
  "CLEAR",
  "REVERSE",
  "REFUND",
] as const satisfies ReadonlyArray<MovementKind>
export type LaterKind = (typeof laterKinds)[number]

/**
 * A step of a transaction after the first, written with the decision. The first step is the
 * transaction's own: what it holds now less what its clearing changed (`firstMovement`); so an
 * import writes no second row.
 */
export const Movement = Schema.Struct({
  client_id,
  transaction_id: uuid("Transaction of the movement."),
  /** The first, which has no row, is 1. */
  number: count("Number of the movement in its transaction."),
  kind: choice(laterKinds, "Type of movement."),
  /** A timestamp, on whose UTC day it counts. */
  date: timestamp("Time of the movement."),
  /** A CLEAR moves the difference to the hold. */
  amount: amount("Signed amount in the business's own currency."),
  fx_amount: amount("Signed amount in the transaction's currency.", { field: "currency" }),
  balance_after: amount("Wallet balance after the movement, in recording order.", {
    field: "wallet_currency",
  }),
  created: timestamp("Time of recording."),
})
export interface Movement extends Schema.Schema.Type<typeof Movement> {}

/** A movement as the interface shows it, with what its amounts are in. */
export const MovementRecord = Schema.Struct({
  id: text("Transaction id and number of the movement."),
  number: internal(Movement.fields.number),
  kind: choice(movementKinds, "Type of movement."),
  date: Movement.fields.date,
  amount: Movement.fields.amount,
  fx_amount: Movement.fields.fx_amount,
  balance_after: Movement.fields.balance_after,
  currency: internal(currencyCode("Currency of the transaction.")),
  wallet_currency: internal(currencyCode("Currency of its wallet.")),
  created: Movement.fields.created,
}).annotate({
  identifier: "Movement",
  description:
    "Movement of the money of a transaction. `amount` (in the business's own currency) and `fx_amount` (in the transaction's) are signed; `balance_after` is the wallet balance after it, in recording order.",
})
export interface MovementRecord extends Schema.Schema.Type<typeof MovementRecord> {}
