import { Data } from "effect"

/** "A budget topup is allowed only when the budget's `has_member_limits` is `false`." */
export class TopupNeedsMember extends Data.TaggedError("TopupNeedsMember")<{
  readonly budget_id: string
}> {
  override get message(): string {
    return `Budget ${this.budget_id} allocates its funds to members. Top up one of its members instead.`
  }
}

/** "…a budget member topup is allowed only when it is `true`." */
export class TopupNeedsBudget extends Data.TaggedError("TopupNeedsBudget")<{
  readonly budget_id: string
}> {
  override get message(): string {
    return `Budget ${this.budget_id} has no member limits. Top up the budget itself instead.`
  }
}

/**
 * "A negative one below zero available: 400 `insufficient_funds`, at creation and again at
 * approval."
 */
export class InsufficientFunds extends Data.TaggedError("InsufficientFunds")<{
  /** Available amount, and the amount to be removed, with the currency. */
  readonly available: string
  readonly requested: string
  /** Field of the request that contains the amount; absent for an approval. */
  readonly pointer?: string
}> {
  override get message(): string {
    return `Only ${this.available} is available, so ${this.requested} cannot be removed.`
  }
}

/** "Only PENDING (`topup_not_pending`)." */
export class TopupNotPending extends Data.TaggedError("TopupNotPending")<{
  readonly topup_id: string
  readonly status: string
}> {
  override get message(): string {
    return `Topup ${this.topup_id} is already ${this.status}. Only a PENDING topup can be approved, declined or cancelled.`
  }
}

/** "Not allowed to approve, decline or cancel this topup: 403 `not_an_approver`." */
export class NotAnApprover extends Data.TaggedError("NotAnApprover")<{
  readonly topup_id: string
  readonly action: "approve" | "decline" | "cancel"
  readonly status: string
}> {
  override get message(): string {
    const { topup_id, action, status } = this
    const owners = "an owner of the budget, the delegate of an absent owner, or an Admin"
    const rule =
      action === "cancel"
        ? `Only its requester or an Admin can cancel topup ${topup_id}.`
        : `Only ${owners} can ${action} topup ${topup_id}. Its requester cannot.`
    return status === "PENDING" ? rule : `${rule} It is no longer pending: it is ${status}.`
  }
}
