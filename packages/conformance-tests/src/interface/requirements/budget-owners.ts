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
    sent: "A user becomes an owner of a budget.",
    accepted: "It is accepted, and the list of owners has one more.",
  }),
  stated("budget-owners.invite", others, {
    sentence:
      "A budget owner is a user or a pending invite who can approve spend, top up and manage the budget.",
    sent: "A pending invite becomes an owner of a budget.",
    accepted: "It is accepted, and the list of owners has one more.",
  }),
  stated("budget-owners.list", gaps, {
    sentence: "list, add, remove (by `budget_owner_id`)",
    sent: "The owners of budgets are listed.",
    accepted: "An envelope with each owner of that budget once, and none of another.",
  }),
  stated("budget-owners.add", gaps, {
    sentence: "list, add, remove (by `budget_owner_id`)",
    sent: "A person becomes an owner of one budget.",
    accepted: "The response has the id under which the owner is listed, for that budget only.",
  }),
  stated("budget-owners.remove", gaps, {
    sentence: "list, add, remove (by `budget_owner_id`)",
    sent: "One of three owners is removed by `budget_owner_id`.",
    accepted: "That owner is no longer listed as active; the others are.",
  }),
  stated("budget-owners.last", rules, {
    sentence: last,
    sent: "The only owner of a budget is removed: one who was always the only one, and one who became it.",
    accepted: "It is refused.",
  }),
  stated("budget-owners.always-one", rules, {
    sentence: last,
    sent: "All owners of a budget are removed at once, in many races; an only owner is deleted.",
    accepted:
      "At least one owner remains active in each, and every owner whose removal was accepted is removed.",
  }),
  derived("budget-owners.last.no-effect", "Errors", {
    sentence: "removing the last budget owner",
    sent: "The only owner of a budget is removed.",
    accepted: "After the refusal, the list of owners is unchanged.",
  }),
  stated("budget-owners.reinstates", rules, {
    sentence: reinstates,
    sent: "An owner, user or invite, is removed and added again.",
    accepted: "The owner is listed as active, with the same id as before.",
  }),
  stated("budget-owners.no-duplicate", rules, {
    sentence: reinstates,
    sent: "An owner is removed and added again, several times.",
    accepted: "The list of owners, removed ones included, is no longer than before.",
  }),
])
