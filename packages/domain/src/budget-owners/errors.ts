import { Data } from "effect"

/** "Someone already active: 400 `already_owner`." */
export class AlreadyOwner extends Data.TaggedError("AlreadyOwner")<{
  readonly pointer: string
  readonly budget_owner_id: string
}> {
  override get message(): string {
    return `This person is already an owner of the budget (owner ${this.budget_owner_id}).`
  }
}

/**
 * "A budget must always have at least one active owner; removing the last remaining owner is
 * refused."
 */
export class LastBudgetOwner extends Data.TaggedError("LastBudgetOwner")<{
  readonly budgets: ReadonlyArray<{ readonly id: string; readonly name: string }>
}> {
  override get message(): string {
    const names = this.budgets.map(({ id, name }) => `"${name}" (${id})`).join(", ")
    return `This is the only active owner of ${names}. Add another owner first.`
  }
}
