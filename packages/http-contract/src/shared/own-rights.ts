import type { OwnRight } from "@outlay/domain/rules"

const rows = "Without it, the list is limited to what the token's user may see:"
const either = "Without it, the token's user must be"
const hidden = "Other callers receive 404."

/** Description of each right, which follows the permission in the document. */
export const ownRightTexts: Readonly<Record<OwnRight, string>> = {
  "budgets.list": `${rows} budgets that they own or are an active member of.`,
  "budgets.read": `${either} an active owner or an active member of the budget. ${hidden}`,
  "budgets.change": `${either} an active owner of the budget. ${hidden}`,
  "budgets.periods": `${either} an active owner of the budget. ${hidden}`,
  "budget_members.list": `${rows} all members for an active owner of the budget; only their own membership for an active member.`,
  "budget_members.list_of_user": `${rows} their own active memberships, and those of the budgets that they own.`,
  "budget_members.create": `${either} an active owner of the budget. ${hidden}`,
  "budget_members.read": `${either} an active owner of the budget, or this member. ${hidden}`,
  "budget_members.change": `${either} an active owner of the budget. ${hidden}`,
  "budget_owners.list": `${rows} all owners for an active owner of the budget.`,
  "budget_owners.create": `${either} an active owner of the budget. ${hidden}`,
  "budget_owners.remove": `${either} an active owner of the budget. ${hidden}`,
  "topups.list": `${rows} all topups for an active owner of the budget; their own requests for an active member; pending topups requested by others for the delegate of an owner who is out of office.`,
  "topups.list_of_business": `${rows} all topups of the budgets that they own; their own requests in budgets that they are an active member of; pending topups requested by others in budgets whose owner is out of office and has named them as delegate.`,
  "topups.create": `${either} an active owner of the budget, or an active member who requests a topup of the budget or of their own limit. A member's request is always PENDING. ${hidden}`,
  "topups.act": `${either} an active owner of the budget, the delegate of an owner who is out of office or, to cancel, the member who requested it. ${hidden}`,
  "transactions.list": `${rows} their own transactions, those of users they assist, and those charged to budgets that they own.`,
  "transactions.read": `${either} the spender, an expense assistant of the spender, or an active owner of the budget that it is charged to. ${hidden}`,
  "transactions.change": `${either} the spender or an expense assistant of the spender. ${hidden}`,
}
