import { type BigDecimal, Result } from "effect"
import type { BooksLocked } from "../../books/errors.ts"
import { lockRefusal } from "../../books/rules.ts"
import { dayOf } from "../../core/dates.ts"
import type { Decision } from "../../core/decision.ts"
import { isUnchanged } from "../../core/events.ts"
import { type Money, toMinor } from "../../core/money.ts"
import type {
  LineItem,
  Transaction,
  TransactionRecord,
  UpdateTransaction,
} from "../../core/records/transactions.ts"
import {
  type AmountOutOfRange,
  type NotFound,
  type TooManyDecimals,
  UnknownReference,
} from "../../core/refusals.ts"
import { bookedDay, type TransactionContext } from "../context.ts"
import type { GstExceedsAmount } from "../errors.ts"
import { showTransaction } from "../show.ts"
import { leftOf, signOf } from "./amounts.ts"
import { charge, chargeMember, memberAt, type Party, partyOf, placed, weighs } from "./charge.ts"
import { closeDraft, type Draft, openDraft, putExpense, settleDraft } from "./draft.ts"
import { findTransaction } from "./life-cycle.ts"
import { lineItemsOf } from "./line-items.ts"
import { withinAmount } from "./tax.ts"
import { recordValues } from "./values.ts"

export interface ExpenseCommand extends UpdateTransaction {
  readonly transaction_id: string
  /** One id for each of `line_items`. */
  readonly line_item_ids: ReadonlyArray<string>
  readonly now: string
}

/**
 * Changes the expense part: a field that is present "replaces what was there". A change of budget
 * or user moves the net charge from the amounts of the old budget and member to those of the new,
 * in the period that was current there at the time of the charge. No wallet moves.
 *
 * Refuses, in this order: a missing transaction; a user or budget that does not exist or is
 * deleted, unless the transaction already has it; a category that does not exist; too many
 * decimals; more tax than the amount; changed line items or tax in locked books; a balance out of
 * bounds.
 */
export const decideExpense = (
  context: TransactionContext,
  command: ExpenseCommand,
): Result.Result<
  Decision<TransactionRecord>,
  NotFound | UnknownReference | TooManyDecimals | GstExceedsAmount | BooksLocked | AmountOutOfRange
> =>
  Result.gen(function* () {
    const before = yield* findTransaction(context, command.transaction_id)
    const { now } = command
    const draft = openDraft(context)
    const user_id = yield* newUser(context, before, command)
    const budget_id = yield* newBudget(context, before, command)
    const after: Transaction = {
      ...before,
      merchant_name: command.merchant_name ?? before.merchant_name,
      attendees: command.attendees ?? before.attendees,
      line_items:
        command.line_items === undefined
          ? before.line_items
          : keepSame(
              before.line_items,
              yield* lineItemsOf(draft, before.currency, command.line_items, command.line_item_ids),
            ),
      receipt_urls: command.receipt_urls ?? before.receipt_urls,
      custom_fields:
        command.custom_fields === undefined
          ? before.custom_fields
          : recordValues(command.custom_fields, draft.fieldsByName),
      gst: command.gst === undefined ? before.gst : yield* gstOf(context, before, command.gst),
      user_id,
      ...partyAfter(draft, before, { budget_id, user_id }),
      updated: now,
    }
    if (isUnchanged(before, after))
      return closeDraft(draft, showTransaction(before, draft.mentioned))
    const locked = lockOf(context, before, after)
    if (locked !== null) return yield* Result.fail(locked)
    moveCharge(draft, before, after)
    return yield* settleDraft(draft, putExpense(draft, before, after))
  })

/**
 * Returns the refusal of a change in locked books. "Line items, categories and codes of what is
 * locked no longer change", and neither does the tax. A transaction is locked with the day on which
 * its first movement counts. A declined one has no such day.
 */
const lockOf = (
  { books }: TransactionContext,
  before: Transaction,
  after: Transaction,
): BooksLocked | null => {
  if (before.status === "DECLINED") return null
  const changes = before.line_items !== after.line_items ? "/line_items" : "/gst"
  return before.line_items === after.line_items && before.gst === after.gst
    ? null
    : lockRefusal(books, bookedDay(before), { pointer: changes, what: "change" })
}

/** Returns the previous line items, with their ids, if the new ones have equal content. */
const keepSame = (
  before: ReadonlyArray<LineItem>,
  after: ReadonlyArray<LineItem>,
): ReadonlyArray<LineItem> =>
  before.length === after.length &&
  before.every(({ id }, n) => isUnchanged<object>(before[n] as LineItem, { ...after[n], id }))
    ? before
    : after

const gstOf = (
  { business: { currency } }: TransactionContext,
  { amount }: Transaction,
  gst: BigDecimal.BigDecimal,
): Result.Result<Money, TooManyDecimals | GstExceedsAmount> =>
  Result.flatMap(toMinor(gst, currency, "/gst", "at least 0"), (minor) =>
    withinAmount(minor, amount, currency, "/gst"),
  )

/**
 * Returns the party after the change. The period stays if the budget does, and the membership stays
 * if budget and user do.
 */
const partyAfter = (
  draft: Draft,
  before: Transaction,
  { budget_id, user_id }: Pick<Transaction, "budget_id" | "user_id">,
): Party => {
  const isOfBudget = budget_id === before.budget_id
  if (isOfBudget && user_id === before.user_id) return partyOf(before)
  return isOfBudget
    ? { ...partyOf(before), ...memberAt(draft, budget_id, user_id, before) }
    : placed(draft, budget_id, user_id, before)
}

/** Returns the net amount charged to the budget; 0 if declined, reversed or refunded. */
const weightOf = (transaction: Transaction): number =>
  transaction.status === "AUTHED" || transaction.status === "CLEARED"
    ? -signOf(transaction) * leftOf(transaction).amount
    : 0

const moveCharge = (draft: Draft, before: Transaction, after: Transaction): void => {
  const spending = weightOf(before)
  const now = after.updated
  const at = { transaction: after, date: dayOf(now), now }
  const from = { ...at, ...partyOf(before), spending: -spending }
  const to = { ...at, ...partyOf(after), spending }
  if (before.budget_id !== after.budget_id) {
    charge(draft, from)
    charge(draft, to)
  } else if (before.budget_member_id !== after.budget_member_id) {
    // A move between members does not change the budget, unless one of them has left with their
    // funds.
    const between = weighs(draft, from) === weighs(draft, to) ? chargeMember : charge
    between(draft, from)
    between(draft, to)
  }
}

const newUser = (
  { users }: TransactionContext,
  before: Transaction,
  { user_id }: ExpenseCommand,
): Result.Result<number | null, UnknownReference> => {
  if (user_id === undefined || user_id === before.user_id) return Result.succeed(before.user_id)
  return user_id === null || users.some((row) => row.id === user_id && !row.is_deleted)
    ? Result.succeed(user_id)
    : Result.fail(new UnknownReference({ pointer: "/user_id", what: "user", id: user_id }))
}

const newBudget = (
  { budgets }: TransactionContext,
  before: Transaction,
  { budget_id }: ExpenseCommand,
): Result.Result<string | null, UnknownReference> => {
  if (budget_id === undefined || budget_id === before.budget_id) {
    return Result.succeed(before.budget_id)
  }
  return budget_id === null || budgets.some((row) => row.id === budget_id && !row.is_deleted)
    ? Result.succeed(budget_id)
    : Result.fail(new UnknownReference({ pointer: "/budget_id", what: "budget", id: budget_id }))
}
