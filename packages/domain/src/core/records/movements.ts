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
  transaction_id: uuid("The transaction that it moved."),
  /** The first, which has no row, is 1. */
  number: count("Its place among the transaction's movements."),
  kind: choice(laterKinds, "What kind of step it was."),
  /** A timestamp, on whose UTC day it counts. */
  date: timestamp("When it happened."),
  /** A CLEAR moves the difference to the hold. */
  amount: amount("Signed: what this step moved, in the business's own currency."),
  fx_amount: amount("The same in the transaction's currency.", { field: "currency" }),
  balance_after: amount(
    "What the transaction's wallet held after it, in the order in which the service took them.",
    { field: "wallet_currency" },
  ),
  created: timestamp("When it was recorded."),
})
export interface Movement extends Schema.Schema.Type<typeof Movement> {}

/** A movement as the interface shows it, with what its amounts are in. */
export const MovementRecord = Schema.Struct({
  id: text("The id of the transaction, and the number of the movement in it."),
  number: internal(Movement.fields.number),
  kind: choice(movementKinds, "What kind of step it was."),
  date: Movement.fields.date,
  amount: Movement.fields.amount,
  fx_amount: Movement.fields.fx_amount,
  balance_after: Movement.fields.balance_after,
  currency: internal(currencyCode("The currency of the transaction.")),
  wallet_currency: internal(currencyCode("The currency of its wallet.")),
  created: Movement.fields.created,
}).annotate({
  identifier: "Movement",
  description:
    "A step that moved the money of a transaction. `amount` (in the business's own currency) and `fx_amount` (in the transaction's) are signed; `balance_after` is what the wallet held after it, in the order in which the service took them.",
})
export interface MovementRecord extends Schema.Schema.Type<typeof MovementRecord> {}
