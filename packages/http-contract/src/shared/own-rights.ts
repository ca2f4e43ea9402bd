import type { OwnRight } from "@outlay/domain"

const rows = "Without it, the list holds what the user for whom the token acts may see:"
const either = "Or the token acts for a user who is"
const hidden = "Others who may not see the record are answered 404."

/** What each right is, as the document says it after the permission. */
export const ownRightTexts: Readonly<Record<OwnRight, string>> = {
  "budgets.list": `${rows} the budgets that they own or are an active member of.`,
  "budgets.read": `${either} an active owner or an active member of the budget. ${hidden}`,
  "budgets.change": `${either} an active owner of the budget. ${hidden}`,
  "budgets.periods": `${either} an active owner of the budget. ${hidden}`,
  "budget_members.list": `${rows} every member to an active owner of the budget, their own membership to an active member.`,
  "budget_members.list_of_user": `${rows} their own active memberships, and those of the budgets that they own.`,
  "budget_members.create": `${either} an active owner of the budget. ${hidden}`,
  "budget_members.read": `${either} an active owner of the budget, or this member. ${hidden}`,
  "budget_members.change": `${either} an active owner of the budget. ${hidden}`,
  "budget_owners.list": `${rows} every owner to an active owner of the budget.`,
  "budget_owners.create": `${either} an active owner of the budget. ${hidden}`,
  "budget_owners.remove": `${either} an active owner of the budget. ${hidden}`,
  "topups.list": `${rows} every topup to an active owner of the budget, what they asked for to an active member, what waits and another asked for to the delegate of an owner who is out of office.`,
  "topups.create": `${either} an active owner of the budget, or an active member who asks for a topup of the budget or of their own limit: that is PENDING, whatever policies say. ${hidden}`,
  "topups.act": `${either} an active owner of the budget, the delegate of one who is out of office, or, to cancel, the member who asked for it. ${hidden}`,
  "transactions.list": `${rows} their own transactions, those of whom they are an expense assistant, and those charged to the budgets that they own.`,
  "transactions.read": `${either} the person who spent, an expense assistant of that person, or an active owner of the budget that it is charged to. ${hidden}`,
  "transactions.change": `${either} the person who spent, or an expense assistant of that person. ${hidden}`,
}
