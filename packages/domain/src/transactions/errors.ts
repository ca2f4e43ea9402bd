import { Data } from "effect"

/** "`fx_amount` in `currency`, required when the two differ." */
export class FxAmountRequired extends Data.TaggedError("FxAmountRequired")<{
  readonly pointer: string
  readonly currency: string
  readonly own_currency: string
}> {
  override get message(): string {
    return `A transaction in ${this.currency} needs fx_amount: amount is in ${this.own_currency}.`
  }
}

/** "`fx_amount` has … in the business's own currency, the same value." */
export class FxAmountDiffers extends Data.TaggedError("FxAmountDiffers")<{
  readonly pointer: string
  readonly currency: string
}> {
  override get message(): string {
    return `Both amounts are in ${this.currency}: leave fx_amount out, or give the value of amount.`
  }
}

/** "`fx_amount` has the same sign." */
export class FxSignDiffers extends Data.TaggedError("FxSignDiffers")<{
  readonly pointer: string
}> {
  override get message(): string {
    return "One amount is a credit and the other a debit: amount and fx_amount have the same sign."
  }
}

/**
 * A transaction that was recorded has the `external_id` of an authorisation: nothing decided it.
 */
export class ExternalIdTaken extends Data.TaggedError("ExternalIdTaken")<{
  readonly pointer: string
  readonly external_id: string
}> {
  override get message(): string {
    return `"${this.external_id}" is the external_id of a transaction that was recorded: give another.`
  }
}

/** "`gst` [is] at most the amount", "a line item's `gst_amount` … at most its `amount`". */
export class GstExceedsAmount extends Data.TaggedError("GstExceedsAmount")<{
  readonly pointer: string
  /** With the currency. */
  readonly maximum: string
}> {
  override get message(): string {
    return `The tax is a part of the amount: give ${this.maximum} or less.`
  }
}

/** A movement so long ago that it must be a mistake: see `earliestDay`. */
export class DateTooEarly extends Data.TaggedError("DateTooEarly")<{
  readonly pointer: string
  readonly date: string
  readonly earliest: string
}> {
  override get message(): string {
    return `Give ${this.earliest} or a later day: ${this.date} is before anything that is recorded here.`
  }
}

/** Nothing can be scaled in proportion to an amount of 0. */
export class AmountsRequired extends Data.TaggedError("AmountsRequired")<{
  readonly pointer: string
}> {
  override get message(): string {
    return "Give both amount and fx_amount: one of those so far is 0, so neither follows from it."
  }
}

/** "One dated later than now is refused." */
export class DateInFuture extends Data.TaggedError("DateInFuture")<{
  readonly pointer: string
  readonly date: string
  readonly now: string
}> {
  override get message(): string {
    return `Give a date that has come: ${this.date} is later than now, ${this.now}.`
  }
}

/** A transaction clears when it is authorised, or later. */
export class ClearedBeforeAuth extends Data.TaggedError("ClearedBeforeAuth")<{
  readonly pointer: string
  readonly auth_date: string
}> {
  override get message(): string {
    return `It was authorised on ${this.auth_date}, and cannot have cleared before.`
  }
}

/** Only what is CLEARED has a cleared date. */
export class ClearedDateNotAllowed extends Data.TaggedError("ClearedDateNotAllowed")<{
  readonly pointer: string
  readonly status: string
}> {
  override get message(): string {
    return `A transaction that is ${this.status} has not cleared: leave cleared_date out.`
  }
}

/** A movement dated before the one that it follows. */
export class DateBeforeMovement extends Data.TaggedError("DateBeforeMovement")<{
  readonly pointer: string
  readonly earliest: string
}> {
  override get message(): string {
    return `The movement before it was on ${this.earliest}: give that date or a later one.`
  }
}

/** "AUTHED → CLEARED", "AUTHED → REVERSED": only what is AUTHED clears or is reversed. */
export class TransactionNotAuthed extends Data.TaggedError("TransactionNotAuthed")<{
  readonly transaction_id: string
  readonly status: string
}> {
  override get message(): string {
    return `Transaction ${this.transaction_id} is ${this.status}: only an AUTHED one can do this.`
  }
}

/** "CLEARED → REFUNDED": only what has cleared is refunded. */
export class TransactionNotCleared extends Data.TaggedError("TransactionNotCleared")<{
  readonly transaction_id: string
  readonly status: string
}> {
  override get message(): string {
    return `Transaction ${this.transaction_id} is ${this.status}: only a CLEARED one is refunded.`
  }
}

/** "Refunds may be partial and repeated up to the amount." */
export class RefundExceedsAmount extends Data.TaggedError("RefundExceedsAmount")<{
  readonly pointer: string
  /** With the currency. */
  readonly left: string
}> {
  override get message(): string {
    return `Only ${this.left} has not come back yet, and no more can be refunded.`
  }
}

/** A reversal gives back the whole hold. */
export class ReversalIsWhole extends Data.TaggedError("ReversalIsWhole")<{
  readonly pointer: string
  /** With the currency. */
  readonly hold: string
}> {
  override get message(): string {
    return `A reversal gives back all of the hold: leave the amount out, or give ${this.hold}.`
  }
}

/** "A LIST value must be an enabled option selectable on the budget (`unknown_option`)." */
export class UnknownOption extends Data.TaggedError("UnknownOption")<{
  readonly pointer: string
  readonly name: string
  readonly text: string
}> {
  override get message(): string {
    return `"${this.text}" is no option of "${this.name}" that can be chosen here.`
  }
}

/** "A field must … stand once (`duplicate_custom_field`)." */
export class DuplicateCustomField extends Data.TaggedError("DuplicateCustomField")<{
  readonly pointer: string
  readonly name: string
}> {
  override get message(): string {
    return `"${this.name}" has a value already: a custom field stands once in a list.`
  }
}

/** "A category must be visible on the budget (`category_not_allowed`)." */
export class CategoryNotAllowed extends Data.TaggedError("CategoryNotAllowed")<{
  readonly pointer: string
  readonly name: string
}> {
  override get message(): string {
    return `"${this.name}" cannot be chosen here: it is disabled, or not visible on the budget.`
  }
}
