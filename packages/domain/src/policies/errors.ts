import { Data } from "effect"

/** "…is 403 `needs_approval` for a caller who may not approve for that budget." */
export class NeedsApproval extends Data.TaggedError("NeedsApproval")<{
  readonly pointer: string
  /** Name of the first policy that covers the amount. */
  readonly policy: string
  /** Requested amount, with the currency. */
  readonly amount: string
}> {
  override get message(): string {
    return `The policy "${this.policy}" requires approval of ${this.amount} by an owner of the budget, the delegate of an absent owner, or an Admin; for a new budget, by an Admin.`
  }
}
