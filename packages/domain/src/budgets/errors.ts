import { Data } from "effect"

/** "The same person twice: 400." */
export class RepeatedPerson extends Data.TaggedError("RepeatedPerson")<{
  readonly pointer: string
}> {
  override get message(): string {
    return "This person is listed twice. List each person once."
  }
}

/** A member's `reset_amount` is given "when and only when `has_member_limits` is true". */
export class ResetAmountRequired extends Data.TaggedError("ResetAmountRequired")<{
  readonly pointer: string
}> {
  override get message(): string {
    return "With member limits, every member needs a reset_amount."
  }
}

/** A member's `reset_amount` is given "when and only when `has_member_limits` is true". */
export class ResetAmountNotAllowed extends Data.TaggedError("ResetAmountNotAllowed")<{
  readonly pointer: string
}> {
  override get message(): string {
    return "Without member limits, funds are allocated to the budget and members have no reset_amount."
  }
}

/** "The members' sum equals the budget's `reset_amount`." */
export class MemberSumDiffers extends Data.TaggedError("MemberSumDiffers")<{
  readonly pointer: string
  readonly sum: string
  readonly reset_amount: string
}> {
  override get message(): string {
    return `The members' reset amounts add up to ${this.sum}, but the budget's reset_amount is ${this.reset_amount}. They must be equal.`
  }
}

/** "With member limits the budget's `reset_amount` is the members' sum and cannot be set alone." */
export class ResetAmountIsMemberSum extends Data.TaggedError("ResetAmountIsMemberSum")<{
  readonly pointer: string
}> {
  override get message(): string {
    return "With member limits, the reset_amount is the sum of the members' amounts. Change the members' amounts instead."
  }
}

/** Member limits need at least one member to allocate the funds to. */
export class BudgetWithoutMembers extends Data.TaggedError("BudgetWithoutMembers")<{
  readonly pointer: string
}> {
  override get message(): string {
    return "This budget has no active member to allocate its funds to. Add a member first."
  }
}

/** "One under NONE: 400 `field_not_linkable`." */
export class FieldNotLinkable extends Data.TaggedError("FieldNotLinkable")<{
  readonly pointer: string
  readonly name: string
}> {
  override get message(): string {
    return `The budget_setting of "${this.name}" is NONE, so it cannot be linked to a budget.`
  }
}
