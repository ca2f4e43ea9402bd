import { requirementsOf } from "../requirement.ts"
import { derived, stated } from "./row.ts"

const service = "What the service does"
const endpoints = "Endpoints"
const rules = "States and transitions"
const moves =
  "read budgets and budget members, and create topups that increase or decrease the available amount of a budget or of a budget member;"

export const topups = requirementsOf("topups", [
  stated("topups.increase", service, {
    sentence: moves,
    sent: "A topup of a positive amount.",
    accepted: "`available_amount` is higher by exactly that amount.",
  }),
  stated("topups.decrease", service, {
    sentence: moves,
    sent: "A topup of a negative amount.",
    accepted: "`available_amount` is lower by exactly that amount.",
  }),
  derived("topups.exact", service, {
    sentence: moves,
    sent: "Topups of decimal amounts, such as ten of 0.1, one after another and many at once.",
    accepted: "The sum of exact decimals: nothing is lost, rounded or counted twice.",
  }),
  derived("topups.only-available", service, {
    sentence: moves,
    sent: "A topup.",
    accepted: "No amount of the budget or member changes, except the available amount.",
  }),
  derived("topups.only-target", service, {
    sentence: moves,
    sent: "A topup of one budget, or of one member.",
    accepted: "The available amounts of other budgets and members stay.",
  }),
  derived("topups.at-once", service, {
    sentence: moves,
    sent: "A topup; then the budget or the member, and the lists that contain it, are read.",
    accepted: "Every read after the response shows the new amount.",
  }),
  stated("topups.list", endpoints, {
    sentence: "topups of the budget",
    sent: "Topups of a budget are created, then listed.",
    accepted: "An envelope with every topup of the budget, once, and none of another budget.",
  }),
  stated("topups.create", endpoints, {
    sentence: "JSON topup (increase or decrease); only when `has_member_limits` is false",
    sent: "A topup of a budget without member limits, in each direction.",
    accepted: "It is accepted.",
  }),
  stated("topups.created", endpoints, {
    sentence: "created topup",
    sent: "A topup.",
    accepted: "The response is the topup: its amount, and its own id, under which it is listed.",
  }),
  derived("topups.status", endpoints, {
    sentence: "| # | Method | Path | Query | Request body | Response 200 |",
    sent: "A topup that is allowed.",
    accepted: "Status 200, as the heading of the column says of every operation in the table.",
  }),
  stated("topups.of-member.list", endpoints, {
    sentence: "topups of the member",
    sent: "Topups of a member are created, then listed.",
    accepted: "An envelope with every topup of the member, once, and none of another member.",
  }),
  stated("topups.of-member.create", endpoints, {
    sentence: "JSON topup; only when `has_member_limits` is true",
    sent: "A topup of a member of a budget with member limits, in each direction.",
    accepted: "It is accepted.",
  }),
  derived("topups.of-member.of-budget", "Path identifiers", {
    sentence: "| budget_member_id | integer |",
    sent: "A topup of a member of one budget, under the path of another.",
    accepted: "It is refused, and moves nothing.",
  }),
  stated("topups.automatic", rules, {
    sentence:
      "A topup is approved automatically unless a workflow or policy configured in the business requires approval for budget topups.",
    sent: "A topup where no policy is configured, or none that covers it.",
    accepted: "The amount is available at once.",
  }),
  stated("topups.policy", rules, {
    sentence:
      "A topup is approved automatically unless a workflow or policy configured in the business requires approval for budget topups.",
    sent: "A topup that a policy of the business covers.",
    accepted: "The available amount does not change.",
  }),
  stated("topups.wrong-kind.budget", rules, {
    sentence:
      "A budget topup is allowed only when the budget's `has_member_limits` is `false`; a budget member topup is allowed only when it is `true`.",
    sent: "A topup of a budget whose members have limits.",
    accepted: "It is refused, and moves nothing.",
  }),
  stated("topups.wrong-kind.member", rules, {
    sentence:
      "A budget topup is allowed only when the budget's `has_member_limits` is `false`; a budget member topup is allowed only when it is `true`.",
    sent: "A topup of a member of a budget without member limits.",
    accepted: "It is refused, and moves nothing.",
  }),
  derived("topups.wrong-kind.no-effect", "Errors", {
    sentence: "topup of the wrong kind for `has_member_limits`",
    sent: "A topup of the wrong kind, in each direction.",
    accepted: "After the refusal, the budget, the members and their lists of topups are unchanged.",
  }),
])
