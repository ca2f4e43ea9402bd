import { requirementsOf } from "../requirement.ts"
import { fieldsOf } from "./fields.ts"
import { derived, stated } from "./row.ts"

const section = "Budget"
const service = "What the service does"
const sent = "Every budget is listed and compared with how it was made."

const fields = fieldsOf("budgets", section, sent, [
  ["| id | string | |", "The text under which the budget is read; unique."],
  ["| name | string | |", "The name, letter by letter.", "derived"],
  ["| budget_type | string enum | `BUDGET`, `SUBSCRIPTION`. |", "The type it was made with."],
  [
    "| available_amount | number | |",
    "What it was given, and its topups, less what was charged to it in the period.",
    "derived",
  ],
  ["| spent_amount | number | |", "What was charged to it in the current period.", "derived"],
  [
    "| reset_amount | number | |",
    "The amount it was made with; topups and charges leave it.",
    "derived",
  ],
  [
    "| has_member_limits | boolean | Funds allocated per member when `true`, per budget when `false`. |",
    "As the budget was made.",
  ],
  [
    "| rollover_funds | boolean | When `true`, unspent balance rolls into the next period instead of resetting. |",
    "As the budget was made.",
  ],
  [
    "| limit_categories | boolean | When `true`, only the categories listed in `categories` are visible on the budget; when `false`, all enabled business categories are visible. |",
    "As the budget was made.",
  ],
  ["| custom_fields | array | Custom fields of the budget. |", "Those linked to it are in it."],
  ["| is_deleted | boolean | |", "True for deleted budgets only, where they are shown.", "derived"],
  ["| created | string date-time | |", "An instant, not in the target's future.", "derived"],
  ["| updated | string date-time | |", "An instant, not before `created`.", "derived"],
])

const categories =
  "| categories | array | Categories currently visible; an empty array when `limit_categories` is `false`. |"

export const budgets = requirementsOf("budgets", [
  stated("budgets.every", service, {
    sentence:
      "read budgets and budget members, and create topups that increase or decrease the available amount of a budget or of a budget member;",
    sent: "The budgets of a business are listed, page by page.",
    accepted: "Every one it has, once, and no other; deleted ones may be left out.",
  }),
  stated("budgets.list", "Endpoints", {
    sentence:
      "| 8 | GET | /v1/businesses/{client_id}/budgets | offset, limit | none | envelope, results are Budget |",
    sent: "Operation 8.",
    accepted: "200.",
  }),
  derived("budgets.shape", section, {
    sentence: "| id | string | |",
    sent: "Every response that shows budgets.",
    accepted: "Every field of the table, of its type, on every record.",
  }),
  ...fields,
  stated("budgets.categories", section, {
    sentence: categories,
    sent: "Budgets that limit their categories are listed.",
    accepted: "Exactly the categories that it was limited to.",
  }),
  stated("budgets.categories.without-limit", section, {
    sentence: "an empty array when `limit_categories` is `false`.",
    sent: "Budgets that do not limit their categories are listed.",
    accepted: "An empty array.",
  }),
  stated("budgets.funds", service, {
    sentence:
      "Funds are allocated at budget level or at member level, selected by the boolean `has_member_limits` of the budget.",
    sent: "A budget of each kind is made with its amounts, and its members are read.",
    accepted:
      "With member limits, each membership has its own amount, and these add up to the budget.",
  }),
  stated("budgets.toggle", service, {
    sentence:
      "`has_member_limits` is `true` when the matching toggle was enabled at budget creation.",
    sent: "Budgets made with and without the toggle are read by id.",
    accepted: "`has_member_limits` as it was set.",
  }),
  stated("budgets.get", "Endpoints", {
    sentence: "| 9 | GET | /v1/businesses/{client_id}/budgets/{budget_id} | none | none | Budget |",
    sent: "Budgets are listed, and each is read by its id.",
    accepted: "200, and the same record as in the list.",
  }),
  stated("budgets.deleted", "States and transitions", {
    sentence: "| Budget, budget member, user | is_deleted | `false`, `true` |",
    sent: "A deleted budget is read by its id.",
    accepted: "A record that says `is_deleted`, or 404.",
  }),
])

const period =
  "| reset_period | string enum | `DAILY`, `WEEKLY`, `FORTNIGHTLY`, `MONTHLY`, `QUARTERLY`, `ANNUALLY`, `JULY_FINANCIAL_YEAR` (resets on 1 July), `APRIL_FINANCIAL_YEAR` (resets on 1 April), `NEVER`. |"

export const budgetPeriods = requirementsOf("budget-periods", [
  stated("budget-periods.reset-period", section, {
    sentence: period,
    sent: "A budget of each of the nine periods is read.",
    accepted: "The period that it was created with.",
  }),
  stated("budget-periods.start", section, {
    sentence: "| current_period_start | string date-time | Start of the current period. |",
    sent: "A budget of each period is read immediately after its creation.",
    accepted: "A time not after its creation.",
  }),
  stated("budget-periods.end", section, {
    sentence: "| current_period_end | string date-time | End of the current period. |",
    sent: "A budget of each period is read immediately after its creation.",
    accepted: "A time after its creation.",
  }),
  derived("budget-periods.length", section, {
    sentence: period,
    sent: "A budget of each period but NEVER is read.",
    accepted:
      "From start to end a day, seven, fourteen, a month, three, or twelve; an end may be the period's last instant or day, or the start of the next.",
  }),
  stated("budget-periods.july", section, {
    sentence: "`JULY_FINANCIAL_YEAR` (resets on 1 July)",
    sent: "A budget of this period is read.",
    accepted: "Its period starts on a 1 July, in UTC.",
  }),
  stated("budget-periods.april", section, {
    sentence: "`APRIL_FINANCIAL_YEAR` (resets on 1 April)",
    sent: "A budget of this period is read.",
    accepted: "Its period starts on a 1 April, in UTC.",
  }),
  stated("budget-periods.reset", section, {
    sentence: "When `true`, unspent balance rolls into the next period instead of resetting.",
    sent: "A budget without `rollover_funds`; the clock is set into its next period.",
    accepted: "The next period, nothing spent, and `reset_amount` available.",
  }),
  stated("budget-periods.rollover", section, {
    sentence: "When `true`, unspent balance rolls into the next period instead of resetting.",
    sent: "A budget with `rollover_funds`; the clock is set into its next period.",
    accepted:
      "The next period, nothing spent, and `reset_amount` plus the remaining amount available.",
  }),
])
