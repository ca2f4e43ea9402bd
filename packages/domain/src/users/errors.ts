import { Data } from "effect"
import type { Features } from "../core/records/businesses.ts"

/** "An address of an active user: 400 `user_exists`." */
export class UserExists extends Data.TaggedError("UserExists")<{
  readonly pointer: string
  readonly user_id: number
}> {
  override get message(): string {
    return `This address belongs to user ${this.user_id}. Active users must have different addresses.`
  }
}

/** "Mode `true` needs both dates." */
export class OutOfOfficeNeedsDates extends Data.TaggedError("OutOfOfficeNeedsDates")<{
  readonly pointer: string
}> {
  override get message(): string {
    return "Both the start date and the end date are required while out_of_office_mode is true."
  }
}

/** "End not before start." */
export class OutOfOfficeEndsBeforeStart extends Data.TaggedError("OutOfOfficeEndsBeforeStart")<{
  readonly pointer: string
  readonly start: string
  readonly end: string
}> {
  override get message(): string {
    return `The absence cannot end on ${this.end}, before it starts on ${this.start}.`
  }
}

/** "`delegate_approver` is another active user"; an expense assistant is "not oneself". */
export class DelegateIsSelf extends Data.TaggedError("DelegateIsSelf")<{
  readonly pointer: string
}> {
  override get message(): string {
    return "Users cannot be their own delegate or assistant. Choose another user."
  }
}

/** "…whose own out-of-office period does not overlap." */
export class DelegateOutOfOffice extends Data.TaggedError("DelegateOutOfOffice")<{
  readonly pointer: string
  readonly user_id: number
  readonly start: string
  readonly end: string
}> {
  override get message(): string {
    return `User ${this.user_id} is out of office from ${this.start} to ${this.end}: choose another delegate.`
  }
}

/** "Refused with `feature_unavailable` when the business lacks the feature." */
export class FeatureUnavailable extends Data.TaggedError("FeatureUnavailable")<{
  readonly pointer: string
  readonly feature: keyof Features
}> {
  override get message(): string {
    return `This business does not have the feature "${this.feature}".`
  }
}

/** "`expense_delegate` replaces the whole set, at most 3." */
export class TooManyAssistants extends Data.TaggedError("TooManyAssistants")<{
  readonly pointer: string
  readonly maximum: number
}> {
  override get message(): string {
    return `A user can have at most ${this.maximum} expense assistants.`
  }
}

/** "No repeats." */
export class RepeatedAssistant extends Data.TaggedError("RepeatedAssistant")<{
  readonly pointer: string
  readonly user_id: number
}> {
  override get message(): string {
    return `User ${this.user_id} is listed twice. List each assistant once.`
  }
}

/** "Never chained (an assistant has no assistants; one who has assistants is nobody's)." */
export class ChainedAssistant extends Data.TaggedError("ChainedAssistant")<{
  readonly pointer: string
  /** User who would be an assistant and have assistants at the same time. */
  readonly user_id: number
}> {
  override get message(): string {
    return `User ${this.user_id} cannot both be an expense assistant and have one.`
  }
}
