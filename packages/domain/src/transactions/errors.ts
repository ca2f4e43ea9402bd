import { Data } from "effect"

/** "`fx_amount` in `currency`, required when the two differ." */
export class FxAmountRequired extends Data.TaggedError("FxAmountRequired")<{
  readonly pointer: string
  readonly currency: string
  readonly own_currency: string
}> {
  override get message(): string {
    return `A transaction in ${this.currency} requires fx_amount, because amount is in ${this.own_currency}.`
  }
}

/** "`fx_amount` has … in the business's own currency, the same value." */
export class FxAmountDiffers extends Data.TaggedError("FxAmountDiffers")<{
  readonly pointer: string
  readonly currency: string
}> {
  override get message(): string {
    return `Both amounts are in ${this.currency}. Omit fx_amount, or set it to the same value as amount.`
  }
}

/** "`fx_amount` has the same sign." */
export class FxSignDiffers extends Data.TaggedError("FxSignDiffers")<{
  readonly pointer: string
}> {
  override get message(): string {
    return "The amount and fx_amount must have the same sign."
  }
}

/** An authorisation has the `external_id` of a transaction that was recorded, not decided. */
export class ExternalIdTaken extends Data.TaggedError("ExternalIdTaken")<{
  readonly pointer: string
  readonly external_id: string
}> {
  override get message(): string {
    return `The external_id "${this.external_id}" belongs to a recorded transaction. Use another one.`
  }
}

/** "`gst` [is] at most the amount", "a line item's `gst_amount` … at most its `amount`". */
export class GstExceedsAmount extends Data.TaggedError("GstExceedsAmount")<{
  readonly pointer: string
  /** Maximum tax, with its currency. */
  readonly maximum: string
}> {
  override get message(): string {
    return `The tax cannot exceed the amount: the maximum is ${this.maximum}.`
  }
}

/** A movement is dated so early that it must be a mistake; see `earliestDay`. */
export class DateTooEarly extends Data.TaggedError("DateTooEarly")<{
  readonly pointer: string
  readonly date: string
  readonly earliest: string
}> {
  override get message(): string {
    return `The date ${this.date} is too early: the earliest allowed day is ${this.earliest}.`
  }
}

/** An amount cannot be derived in proportion to an amount of 0. */
export class AmountsRequired extends Data.TaggedError("AmountsRequired")<{
  readonly pointer: string
}> {
  override get message(): string {
    return "Both amount and fx_amount are required, because one of the current amounts is 0."
  }
}

/** "One dated later than now is refused." */
export class DateInFuture extends Data.TaggedError("DateInFuture")<{
  readonly pointer: string
  readonly date: string
  readonly now: string
}> {
  override get message(): string {
    return `The date ${this.date} is in the future: it is now ${this.now}.`
  }
}

/** A transaction cannot clear before it is authorised. */
export class ClearedBeforeAuth extends Data.TaggedError("ClearedBeforeAuth")<{
  readonly pointer: string
  readonly auth_date: string
}> {
  override get message(): string {
    return `The cleared date cannot be before the authorisation on ${this.auth_date}.`
  }
}

/** Only a CLEARED transaction has a cleared date. */
export class ClearedDateNotAllowed extends Data.TaggedError("ClearedDateNotAllowed")<{
  readonly pointer: string
  readonly status: string
}> {
  override get message(): string {
    return `A transaction that is ${this.status} has not cleared. Omit cleared_date.`
  }
}

/** A movement is dated before the previous one. */
export class DateBeforeMovement extends Data.TaggedError("DateBeforeMovement")<{
  readonly pointer: string
  readonly earliest: string
}> {
  override get message(): string {
    return `The date cannot be before the previous movement on ${this.earliest}.`
  }
}

/**
 * "AUTHED → CLEARED", "AUTHED → REVERSED": only an AUTHED transaction can be cleared or reversed.
 */
export class TransactionNotAuthed extends Data.TaggedError("TransactionNotAuthed")<{
  readonly transaction_id: string
  readonly status: string
}> {
  override get message(): string {
    return `Transaction ${this.transaction_id} is ${this.status}. Only an AUTHED transaction can be cleared or reversed.`
  }
}

/** "CLEARED → REFUNDED": only a cleared transaction can be refunded. */
export class TransactionNotCleared extends Data.TaggedError("TransactionNotCleared")<{
  readonly transaction_id: string
  readonly status: string
}> {
  override get message(): string {
    return `Transaction ${this.transaction_id} is ${this.status}. Only a CLEARED transaction can be refunded.`
  }
}

/** "Refunds may be partial and repeated up to the amount." */
export class RefundExceedsAmount extends Data.TaggedError("RefundExceedsAmount")<{
  readonly pointer: string
  /** Amount left, with its currency. */
  readonly left: string
}> {
  override get message(): string {
    return `Only ${this.left} is left to refund.`
  }
}

/** A reversal must release the whole hold. */
export class ReversalIsWhole extends Data.TaggedError("ReversalIsWhole")<{
  readonly pointer: string
  /** Amount of the hold, with its currency. */
  readonly hold: string
}> {
  override get message(): string {
    return `A reversal releases the whole hold. Omit the amount, or set it to ${this.hold}.`
  }
}

/** "A LIST value must be an enabled option selectable on the budget (`unknown_option`)." */
export class UnknownOption extends Data.TaggedError("UnknownOption")<{
  readonly pointer: string
  readonly name: string
  readonly text: string
}> {
  override get message(): string {
    return `"${this.text}" is not an available option of "${this.name}".`
  }
}

/** "A field must … stand once (`duplicate_custom_field`)." */
export class DuplicateCustomField extends Data.TaggedError("DuplicateCustomField")<{
  readonly pointer: string
  readonly name: string
}> {
  override get message(): string {
    return `"${this.name}" already has a value. List each custom field once.`
  }
}

/** "A category must be visible on the budget (`category_not_allowed`)." */
export class CategoryNotAllowed extends Data.TaggedError("CategoryNotAllowed")<{
  readonly pointer: string
  readonly name: string
}> {
  override get message(): string {
    return `The category "${this.name}" is disabled or not available on the budget.`
  }
}
