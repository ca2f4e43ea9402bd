import { Result } from "effect"
import type { BooksLocked } from "../../books/errors.ts"
import { lockRefusal } from "../../books/rules.ts"
import { dayOf, requireTimestamp } from "../../core/dates.ts"
import { created, type Decision } from "../../core/decision.ts"
import { format, money, zero } from "../../core/money.ts"
import type { LaterKind } from "../../core/records/movements.ts"
import type {
  MoveTransaction,
  Transaction,
  TransactionRecord,
} from "../../core/records/transactions.ts"
import { NotFound } from "../../core/refusals.ts"
import { bookedAt, type TransactionContext } from "../context.ts"
import {
  DateBeforeMovement,
  DateInFuture,
  RefundExceedsAmount,
  ReversalIsWhole,
  TransactionNotAuthed,
  TransactionNotCleared,
} from "../errors.ts"
import { nextMovement } from "../movements.ts"
import {
  leftOf,
  magnitudes,
  ofWallet,
  type Pair,
  type PartRefusal,
  partOf,
  signOf,
} from "./amounts.ts"
import { charge, chargeOf } from "./charge.ts"
import { type Draft, moveMoney, openDraft, putChanged, settleDraft } from "./draft.ts"

export interface MoveCommand extends MoveTransaction {
  readonly transaction_id: string
  readonly now: string
}

type DateRefusal = DateInFuture | DateBeforeMovement | BooksLocked

/** Finds the transaction of a command among those loaded. */
export const findTransaction = (
  { transactions }: TransactionContext,
  transaction_id: string,
): Result.Result<Transaction, NotFound> => {
  const transaction = transactions.find((row) => row.id === transaction_id)
  return transaction === undefined
    ? Result.fail(new NotFound({ what: "transaction", id: transaction_id }))
    : Result.succeed(transaction)
}

const authed = (
  context: TransactionContext,
  { transaction_id }: MoveCommand,
): Result.Result<Transaction, NotFound | TransactionNotAuthed> =>
  Result.flatMap(findTransaction(context, transaction_id), (row) =>
    row.status === "AUTHED"
      ? Result.succeed(row)
      : Result.fail(new TransactionNotAuthed({ transaction_id, status: row.status })),
  )

/**
 * Returns the time of a movement, which defaults to now. "A movement dated on or before [the lock
 * date] is refused when the caller dates it."
 */
const dateOf = (
  { books }: TransactionContext,
  { date, now }: MoveCommand,
  previous: ReadonlyArray<string>,
): Result.Result<string, DateRefusal> => {
  const pointer = "/date"
  const at = date === undefined ? now : requireTimestamp(pointer, date)
  if (at > now) return Result.fail(new DateInFuture({ pointer, date: at, now }))
  const earliest = previous.find((instant) => at < instant)
  if (earliest !== undefined) return Result.fail(new DateBeforeMovement({ pointer, earliest }))
  const refusal =
    date === undefined ? null : lockRefusal(books, dayOf(at), { pointer, what: "date" })
  return refusal === null ? Result.succeed(at) : Result.fail(refusal)
}

/** Returns amounts with the sign of the transaction. */
const signed = (transaction: Transaction, { amount, fx_amount }: Pair): Pair => {
  const sign = signOf(transaction)
  return { amount: money(sign * amount), fx_amount: money(sign * fx_amount) }
}

const nothingMoved: Pair = { amount: zero, fx_amount: zero }

/** Returns the difference between two pairs of amounts. */
const difference = (after: Pair, before: Pair): Pair => ({
  amount: money(after.amount - before.amount),
  fx_amount: money(after.fx_amount - before.fx_amount),
})

/** Writes a movement with the wallet balance after it. */
const putMovement = (
  draft: Draft,
  after: Transaction,
  kind: LaterKind,
  moved: Pair & { readonly date: string },
): void => {
  const balance = draft.wallets.get(after.wallet_currency) ?? 0
  draft.writes.push(
    created("movements", nextMovement(after, kind, moved, { date: moved.date, balance })),
  )
}

/**
 * Clears an authorisation: the hold leaves the business, "corrected by the difference" in either
 * direction; "the record shows the cleared amounts". Tax is reduced to the cleared amount if it
 * exceeds it: "`gst` [is] at most the amount".
 *
 * Refuses, in this order: a missing transaction; one that is not AUTHED; a date later than now,
 * before the authorisation, or in locked books; too many decimals; amounts that contradict each
 * other; a balance out of bounds.
 */
export const decideClear = (
  context: TransactionContext,
  command: MoveCommand,
): Result.Result<
  Decision<TransactionRecord>,
  NotFound | TransactionNotAuthed | DateRefusal | PartRefusal
> =>
  Result.gen(function* () {
    const before = yield* authed(context, command)
    const cleared_date = yield* dateOf(context, command, [bookedAt(before)])
    const { currency } = context.business
    const part = yield* partOf(currency, before, magnitudes(before), command)
    const { now } = command
    const after: Transaction = {
      ...before,
      ...signed(before, part),
      gst: money(Math.min(before.gst, part.amount)),
      status: "CLEARED",
      cleared_date,
      movement_count: before.movement_count + 1,
      updated: now,
    }
    const draft = openDraft(context)
    const heldAmount = ofWallet(before, before)
    const date = dayOf(cleared_date)
    moveMoney(draft, after, -heldAmount, { from: "holds", to: "outside", date })
    moveMoney(draft, after, heldAmount - ofWallet(after, after), {
      from: "wallet",
      to: "outside",
      date,
    })
    charge(draft, chargeOf(after, before.amount - after.amount, { date: cleared_date, now }))
    putMovement(draft, after, "CLEAR", { ...difference(after, before), date: cleared_date })
    return yield* settleDraft(draft, putChanged(draft, before, after, "transaction.cleared"))
  })

/**
 * Reverses an authorisation: the whole hold is released, and nothing has been spent.
 *
 * Refuses, in this order: a missing transaction; one that is not AUTHED; a date later than now,
 * before the authorisation, or in locked books; too many decimals; an amount other than the hold; a
 * balance out of bounds.
 */
export const decideReverse = (
  context: TransactionContext,
  command: MoveCommand,
): Result.Result<
  Decision<TransactionRecord>,
  NotFound | TransactionNotAuthed | DateRefusal | PartRefusal | ReversalIsWhole
> =>
  Result.gen(function* () {
    const before = yield* authed(context, command)
    const date = yield* dateOf(context, command, [bookedAt(before)])
    const { currency } = context.business
    const hold = magnitudes(before)
    const part = yield* partOf(currency, before, hold, command)
    if (part.amount !== hold.amount) {
      const pointer = command.amount === undefined ? "/fx_amount" : "/amount"
      return yield* Result.fail(
        new ReversalIsWhole({ pointer, hold: format(hold.amount, currency) }),
      )
    }
    if (part.fx_amount !== hold.fx_amount) {
      const heldAmount = format(hold.fx_amount, before.currency)
      return yield* Result.fail(new ReversalIsWhole({ pointer: "/fx_amount", hold: heldAmount }))
    }
    const { now } = command
    const movement_count = before.movement_count + 1
    const after: Transaction = { ...before, status: "REVERSED", movement_count, updated: now }
    const draft = openDraft(context)
    moveMoney(draft, after, -ofWallet(before, before), {
      from: "holds",
      to: "wallet",
      date: dayOf(date),
    })
    charge(draft, chargeOf(after, before.amount, { date, now }))
    putMovement(draft, after, "REVERSE", { ...difference(nothingMoved, before), date })
    return yield* settleDraft(draft, putChanged(draft, before, after, "transaction.reversed"))
  })

/**
 * Refunds a cleared amount or a part of it: "refunds may be partial and repeated up to the amount;
 * the life cycle becomes REFUNDED when all has come back", in both currencies. "Refunds leave [the
 * amounts] as they are." If only one of the two amounts is given, the other is in proportion to the
 * amounts that are left, so that the last refund leaves no remainder. The refund
 * "belongs to the same" period as the charge.
 *
 * Refuses, in this order: a missing transaction; one that is not cleared; a date later than now,
 * before it cleared, or in locked books; too many decimals; amounts that contradict each other;
 * more than is left; a balance out of bounds.
 */
export const decideRefund = (
  context: TransactionContext,
  command: MoveCommand,
): Result.Result<
  Decision<TransactionRecord>,
  NotFound | TransactionNotCleared | DateRefusal | PartRefusal | RefundExceedsAmount
> =>
  Result.gen(function* () {
    const { transaction_id, now } = command
    const before = yield* findTransaction(context, transaction_id)
    const refundable = leftOf(before)
    const { currency } = context.business
    const { status, cleared_date } = before
    if ((status !== "CLEARED" && status !== "REFUNDED") || cleared_date === null) {
      return yield* Result.fail(new TransactionNotCleared({ transaction_id, status }))
    }
    const date = yield* dateOf(context, command, [cleared_date, bookedAt(before)])
    if (status === "REFUNDED") {
      const none = format(0, currency)
      return yield* Result.fail(new RefundExceedsAmount({ pointer: "/amount", left: none }))
    }
    const part = yield* partOf(currency, before, refundable, command)
    if (part.amount > refundable.amount) {
      const left = format(refundable.amount, currency)
      return yield* Result.fail(new RefundExceedsAmount({ pointer: "/amount", left }))
    }
    if (part.fx_amount > refundable.fx_amount) {
      const left = format(refundable.fx_amount, before.currency)
      return yield* Result.fail(new RefundExceedsAmount({ pointer: "/fx_amount", left }))
    }
    const all = part.amount === refundable.amount && part.fx_amount === refundable.fx_amount
    const after: Transaction = {
      ...before,
      status: all ? "REFUNDED" : "CLEARED",
      refunded_amount: money(before.refunded_amount + part.amount),
      refunded_fx_amount: money(before.refunded_fx_amount + part.fx_amount),
      movement_count: before.movement_count + 1,
      updated: now,
    }
    const draft = openDraft(context)
    const back = signed(before, part)
    moveMoney(draft, after, -ofWallet(before, back), {
      from: "outside",
      to: "wallet",
      date: dayOf(date),
    })
    charge(draft, chargeOf(after, back.amount, { date, now }))
    putMovement(draft, after, "REFUND", { ...difference(nothingMoved, back), date })
    return yield* settleDraft(draft, putChanged(draft, before, after, "transaction.refunded"))
  })
