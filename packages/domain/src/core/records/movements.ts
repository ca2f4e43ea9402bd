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
 * HOLD: an authorisation, here or elsewhere. CLEAR: replaces the hold by the cleared amount.
 * REVERSE: releases the hold. REFUND: returns part of a cleared amount. RECORD: a transaction that
 * had already cleared elsewhere when it was recorded.
 */
export type MovementKind = (typeof movementKinds)[number]

/**
 * The kinds of movement that are stored as rows. The first movement is derived from the
 * transaction.
 */
export const laterKinds = [
  "CLEAR",
  "REVERSE",
  "REFUND",
] as const satisfies ReadonlyArray<MovementKind>
export type LaterKind = (typeof laterKinds)[number]

/**
 * A movement of a transaction after its first, written with the decision. The first movement is
 * derived from the transaction itself (`firstMovement`), so that an import does not write a second
 * row.
 */
export const Movement = Schema.Struct({
  client_id,
  transaction_id: uuid("Transaction of the movement."),
  /** Starts at 2: the first movement, number 1, has no row. */
  number: count("Number of the movement in its transaction."),
  kind: choice(laterKinds, "Type of movement."),
  /** A timestamp. The movement counts on its UTC day. */
  date: timestamp("Time of the movement."),
  /** The amount of a CLEAR is the difference from the hold. */
  amount: amount("Signed amount in the business's own currency."),
  fx_amount: amount("Signed amount in the transaction's currency.", { field: "currency" }),
  balance_after: amount("Wallet balance after the movement, in recording order.", {
    field: "wallet_currency",
  }),
  created: timestamp("Time of recording."),
})
export interface Movement extends Schema.Schema.Type<typeof Movement> {}

/** A movement as the interface shows it, with the currencies of its amounts. */
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
