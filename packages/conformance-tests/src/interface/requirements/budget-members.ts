import { requirementsOf } from "../requirement.ts"
import { derived, stated } from "./row.ts"

const endpoints = "Endpoints"
const byUser = "Budget member (as returned by the by-user listing)"

export const budgetMembers = requirementsOf("budget-members", [
  stated("budget-members.many", "What the service does", {
    sentence: "Budget model: a budget can have multiple members; each member is tied to one user.",
    sent: "The members of a budget of several users are listed.",
    accepted: "As many members as users, under ids of their own, each found under its user alone.",
  }),
  stated("budget-members.by-user.budget", byUser, {
    sentence: "`id` (string), `name` (string), `budget_type` (enum `BUDGET`, `SUBSCRIPTION`).",
    sent: "The memberships of a user are listed.",
    accepted: "Each names the budget that it belongs to: its id, name and type.",
  }),
  stated("budget-members.by-user.spent", byUser, {
    sentence: "Amount of the budget spent by this member.",
    sent: "The memberships of a user who paid from a budget are listed.",
    accepted: "`spent_amount` is a number, and counts only what this member spent.",
  }),
  derived("budget-members.by-user.fields", byUser, {
    sentence: "| available_amount | number | |",
    sent: "The memberships of a user are listed.",
    accepted: "Every field of the table, of its type, on every record.",
  }),
  stated("budget-members.is-user", byUser, {
    sentence: "A budget member is a user who has been invited to a budget.",
    sent: "The memberships of a user who is a member of one budget and not of another are listed.",
    accepted: "The one budget is among them and the other is not.",
  }),
  stated("budget-members.by-user.list", endpoints, {
    sentence: "envelope, results are budget members; also declares 401, 403, 404",
    sent: "The memberships of every user are listed.",
    accepted: "Those of that user: every one, once, and no one else's.",
  }),
  stated("budget-members.list", endpoints, {
    sentence: "envelope of budget members",
    sent: "The members of every budget are listed.",
    accepted: "Those of that budget: every one, once, and of no other budget.",
  }),
  stated("budget-members.get", endpoints, {
    sentence: "one budget member",
    sent: "A member is read by its id, under its budget.",
    accepted: "200, and the same record as in the list of the budget's members.",
  }),
  stated("budget-members.id", "Path identifiers", {
    sentence: "| budget_member_id | integer |",
    sent: "The members of a budget are listed, and each is read by the id that it shows.",
    accepted: "The id consists of the digits of an integer, and finds the member.",
  }),
  derived("budget-members.deleted", "States and transitions", {
    sentence: "| Budget, budget member, user | is_deleted | `false`, `true` |",
    sent: "The memberships of a user are listed.",
    accepted: "`is_deleted` is a boolean; an active membership says `false`.",
  }),
])
