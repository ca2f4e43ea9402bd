import { requirementsOf } from "../requirement.ts"
import { derived, stated } from "./row.ts"

const gaps = "Operation groups whose methods, paths and bodies are not shown"
const rules = "States and transitions"
const others = "Other resource rules"
const last =
  "A budget must always have at least one active owner; removing the last remaining owner is refused."
const reinstates =
  "Adding a budget owner who was removed earlier reinstates the original owner record and creates no duplicate."

export const budgetOwners = requirementsOf("budget-owners", [
  stated("budget-owners.user", others, {
    sentence:
      "A budget owner is a user or a pending invite who can approve spend, top up and manage the budget.",
    sent: "A user is made an owner of a budget.",
    accepted: "It is accepted, and the list of owners has one more.",
  }),
  stated("budget-owners.invite", others, {
    sentence:
      "A budget owner is a user or a pending invite who can approve spend, top up and manage the budget.",
    sent: "A pending invite is made an owner of a budget.",
    accepted: "It is accepted, and the list of owners has one more.",
  }),
  stated("budget-owners.list", gaps, {
    sentence: "list, add, remove (by `budget_owner_id`)",
    sent: "The owners of budgets are listed.",
    accepted: "An envelope with each owner of that budget once, and none of another.",
  }),
  stated("budget-owners.add", gaps, {
    sentence: "list, add, remove (by `budget_owner_id`)",
    sent: "Someone is made an owner of one budget.",
    accepted: "The answer has the id under which the owner is listed, of that budget alone.",
  }),
  stated("budget-owners.remove", gaps, {
    sentence: "list, add, remove (by `budget_owner_id`)",
    sent: "One of three owners is removed by `budget_owner_id`.",
    accepted: "That owner is not listed as active any more; the others are.",
  }),
  stated("budget-owners.last", rules, {
    sentence: last,
    sent: "The only owner of a budget is removed: one who always was, and one who remained.",
    accepted: "It is refused.",
  }),
  stated("budget-owners.always-one", rules, {
    sentence: last,
    sent: "All owners of a budget are removed at once, in many races; an only owner is deleted.",
    accepted: "At least one remains active in each, and whoever was said to be removed is gone.",
  }),
  derived("budget-owners.last.no-effect", "Errors", {
    sentence: "removing the last budget owner",
    sent: "The only owner of a budget is removed.",
    accepted: "After the refusal the list of owners is what it was before.",
  }),
  stated("budget-owners.reinstates", rules, {
    sentence: reinstates,
    sent: "An owner, user or invite, is removed and added again.",
    accepted: "The owner is listed as active under the id of before.",
  }),
  stated("budget-owners.no-duplicate", rules, {
    sentence: reinstates,
    sent: "An owner is removed and added again, several times.",
    accepted: "The list of owners, removed ones included, is no longer than before.",
  }),
])
