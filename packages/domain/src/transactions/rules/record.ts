import { Result } from "effect"
import type { BooksLocked } from "../../books/errors.ts"
import { lockRefusal } from "../../books/rules.ts"
import { dayOf, requireDate, requireTimestamp } from "../../core/dates.ts"
import type { Decision } from "../../core/decision.ts"
import { toMinor, zero } from "../../core/money.ts"
import type { Recorded, RecordTransaction, Transaction } from "../../core/records/transactions.ts"
import {
  type AmountOutOfRange,
  type TooManyDecimals,
  UnknownReference,
} from "../../core/refusals.ts"
import { bookedDay, type TransactionContext } from "../context.ts"
import {
  ClearedBeforeAuth,
  ClearedDateNotAllowed,
  DateInFuture,
  type DateTooEarly,
  type GstExceedsAmount,
} from "../errors.ts"
import { firstStep } from "../movements.ts"
import { showTransaction } from "../show.ts"
import { type AmountsRefusal, amountsOf, ofWallet } from "./amounts.ts"
import { charge, chargeOf, placed } from "./charge.ts"
import { dateRefusal } from "./dates.ts"
import { attempt, closeDraft, type Draft, moveMoney, openDraft, putNew } from "./draft.ts"
import { lineItemsOf } from "./line-items.ts"
import { withinAmount } from "./tax.ts"
import { recordValues } from "./values.ts"

export interface RecordCommand extends RecordTransaction {
  readonly id: string
  /** One id for each of `line_items`. */
  readonly line_item_ids: ReadonlyArray<string>
  /**
   * UTC day on which an import books transactions of locked days. If it is absent, they are
   * refused.
   */
  readonly book_late_on?: string | undefined
  readonly now: string
}

export type RecordRefusal =
  | UnknownReference
  | AmountsRefusal
  | TooManyDecimals
  | GstExceedsAmount
  | DateInFuture
  | DateTooEarly
  | ClearedBeforeAuth
  | ClearedDateNotAllowed
  | BooksLocked
  | AmountOutOfRange

/**
 * Records a transaction as it happened elsewhere. "What happened elsewhere is recorded even where
 * it makes an amount negative", also for deleted users and budgets. "What is recorded from
 * elsewhere may hold any text", also in custom fields that do not exist. "The same `external_id`
 * again → the first, nothing changed", even if other fields differ.
 *
 * Refuses, in this order: a user, a budget or a category that does not exist; too many decimals;
 * more tax in a line item than its amount; an `fx_amount` that is missing, differs, or has the
 * other sign; more `gst` than the amount; "one dated later than now", or before `earliestDay`; a
 * cleared date before the authorisation, or of a transaction that is not CLEARED; a day of locked
 * books, "except by import with `book_late_on`, which books it on that day and keeps the real date
 * beside"; a `book_late_on` that is locked or in the future; a balance out of bounds.
 */
export const decideRecord = (
  context: TransactionContext,
  command: RecordCommand,
): Result.Result<Decision<Recorded>, RecordRefusal> => {
  const draft = openDraft(context)
  return Result.map(record(draft, command), (recorded) => closeDraft(draft, recorded))
}

/**
 * Records many transactions, in order, each as if the earlier ones were committed. A refused one
 * does not affect the others.
 */
export const decideRecords = (
  context: TransactionContext,
  commands: ReadonlyArray<RecordCommand>,
): Result.Result<Decision<ReadonlyArray<Result.Result<Recorded, RecordRefusal>>>> => {
  const draft = openDraft(context)
  const results = commands.map((command) => record(draft, command))
  return Result.succeed(closeDraft(draft, results))
}

/**
 * Uses plain guard clauses, because an import runs this for every line. Refuses before it changes
 * the draft.
 */
const record = (draft: Draft, command: RecordCommand): Result.Result<Recorded, RecordRefusal> => {
  const { context, mentioned } = draft
  const recorded = draft.transactions.get(command.external_id)
  if (recorded !== undefined) {
    return Result.succeed({ created: false, transaction: showTransaction(recorded, mentioned) })
  }
  const unknown = unknownParty(draft, command)
  if (unknown !== null) return Result.fail(unknown)
  const homeCurrency = context.business.currency
  const { currency = homeCurrency, line_items = [], line_item_ids } = command
  const items = lineItemsOf(draft, currency, line_items, line_item_ids)
  if (Result.isFailure(items)) return Result.fail(items.failure)
  const amounts = amountsOf(context, command)
  if (Result.isFailure(amounts)) return Result.fail(amounts.failure)
  const gst =
    command.gst === undefined ? zeroGst : toMinor(command.gst, homeCurrency, "/gst", "at least 0")
  if (Result.isFailure(gst)) return Result.fail(gst.failure)
  const within = withinAmount(gst.success, amounts.success.amount, homeCurrency, "/gst")
  if (Result.isFailure(within)) return Result.fail(within.failure)
  const dates = datesOf(command)
  if (Result.isFailure(dates)) return Result.fail(dates.failure)
  const booked = bookedOn(context, command)
  if (Result.isFailure(booked)) return Result.fail(booked.failure)
  const { user_id = null, budget_id = null, now } = command
  const first = firstStep(draft.wallets, command.status, amounts.success)
  const row: Transaction = {
    client_id: context.business.client_id,
    id: command.id,
    external_id: command.external_id,
    transaction_type: command.transaction_type,
    status: command.status,
    expense_status: "INCOMPLETE_EXPENSE",
    auth_date: command.auth_date,
    cleared_date: dates.success,
    merchant_name: command.merchant_name,
    currency: amounts.success.currency,
    amount: amounts.success.amount,
    fx_amount: amounts.success.fx_amount,
    gst: gst.success,
    user_id,
    ...placed(draft, budget_id, user_id, { ...command, created: now, explanation: null }),
    wallet_currency: amounts.success.wallet_currency,
    refunded_amount: zero,
    refunded_fx_amount: zero,
    movement_count: first.movement_count,
    balance_after: first.balance_after,
    booked_on: booked.success,
    decline_code: null,
    explanation: null,
    attendees: command.attendees ?? [],
    receipt_urls: command.receipt_urls ?? [],
    custom_fields: recordValues(command.custom_fields, draft.fieldsByName),
    line_items: items.success,
    created: now,
    updated: now,
  }
  const rangeRefusal = attempt(draft, row, () => moveRecorded(draft, row, now))
  if (rangeRefusal !== null) return Result.fail(rangeRefusal)
  const transaction = putNew(draft, row, "transaction.recorded")
  return Result.succeed({ created: true, transaction })
}

const zeroGst = Result.succeed(zero)

/** Returns the first reference to a user or a budget that the business never had. */
const unknownParty = (
  { mentioned, budgets }: Draft,
  { user_id, budget_id }: RecordCommand,
): UnknownReference | null => {
  if (typeof user_id === "number" && !mentioned.users.has(user_id)) {
    return new UnknownReference({ pointer: "/user_id", what: "user", id: user_id })
  }
  if (typeof budget_id === "string" && !budgets.has(budget_id)) {
    return new UnknownReference({ pointer: "/budget_id", what: "budget", id: budget_id })
  }
  return null
}

/** Returns the cleared date, which defaults to the time of authorisation. */
const datesOf = (
  command: RecordCommand,
): Result.Result<
  string | null,
  DateInFuture | DateTooEarly | ClearedBeforeAuth | ClearedDateNotAllowed
> => {
  const { status, auth_date, now } = command
  const cleared_date = command.cleared_date ?? null
  const pointer = "/cleared_date"
  const refusal = dateRefusal("/auth_date", auth_date, now)
  if (refusal !== null) return Result.fail(refusal)
  if (status !== "CLEARED") {
    return cleared_date === null
      ? Result.succeed(null)
      : Result.fail(new ClearedDateNotAllowed({ pointer, status }))
  }
  if (cleared_date === null) return Result.succeed(auth_date)
  requireTimestamp(pointer, cleared_date)
  if (cleared_date > now) return Result.fail(new DateInFuture({ pointer, date: cleared_date, now }))
  return cleared_date < auth_date
    ? Result.fail(new ClearedBeforeAuth({ pointer, auth_date }))
    : Result.succeed(cleared_date)
}

/**
 * Returns the day on which a transaction is booked late, or null. A declined one has no movement to
 * book.
 */
const bookedOn = (
  { books }: TransactionContext,
  { status, auth_date, book_late_on, now }: RecordCommand,
): Result.Result<string | null, BooksLocked | DateInFuture> => {
  if (books === null || status === "DECLINED") return Result.succeed(null)
  const what = "date"
  const refusal = lockRefusal(books, dayOf(auth_date), { pointer: "/auth_date", what })
  if (refusal === null) return Result.succeed(null)
  if (book_late_on === undefined) return Result.fail(refusal)
  const pointer = "/book_late_on"
  if (requireDate(pointer, book_late_on) > dayOf(now)) {
    return Result.fail(new DateInFuture({ pointer, date: book_late_on, now }))
  }
  const stillLocked = lockRefusal(books, book_late_on, { pointer, what })
  return stillLocked === null ? Result.succeed(book_late_on) : Result.fail(stillLocked)
}

/** "Money moves when authorised (a hold), is corrected … when cleared; declined moves nothing." */
const moveRecorded = (draft: Draft, row: Transaction, now: string): void => {
  if (row.status === "DECLINED") return
  const leaving = -ofWallet(row, row)
  const date = bookedDay(row)
  const cleared = row.cleared_date === null ? null : laterOf(dayOf(row.cleared_date), date)
  const to = cleared === date ? "outside" : "holds"
  moveMoney(draft, row, leaving, { from: "wallet", to, date })
  charge(draft, chargeOf(row, -row.amount, { date, now }))
  if (to === "holds" && cleared !== null) {
    moveMoney(draft, row, leaving, { from: "holds", to: "outside", date: cleared })
  }
}

const laterOf = (a: string, b: string): string => (a > b ? a : b)
