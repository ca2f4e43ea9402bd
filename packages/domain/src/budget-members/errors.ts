import { Data } from "effect"

/** "Someone active: 400 `already_member`." */
export class AlreadyMember extends Data.TaggedError("AlreadyMember")<{
  readonly pointer: string
  readonly budget_member_id: number
}> {
  override get message(): string {
    return `This person is already a member of the budget (member ${this.budget_member_id}).`
  }
}

/** "The last member stays (`last_budget_member`)." */
export class LastBudgetMember extends Data.TaggedError("LastBudgetMember")<{
  readonly budget_id: string
}> {
  override get message(): string {
    return `This is the last member of budget ${this.budget_id}. Add another member first, or delete the budget.`
  }
}

/** A member's reset amount can be changed "only with member limits". */
export class BudgetWithoutLimits extends Data.TaggedError("BudgetWithoutLimits")<{
  readonly budget_id: string
}> {
  override get message(): string {
    return `Budget ${this.budget_id} has no member limits, so its members have no reset_amount.`
  }
}

/** …and "a period other than NEVER". */
export class BudgetNeverResets extends Data.TaggedError("BudgetNeverResets")<{
  readonly budget_id: string
}> {
  override get message(): string {
    return `Budget ${this.budget_id} never resets. Top up the member instead.`
  }
}
