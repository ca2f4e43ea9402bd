import { requirementsOf } from "../requirement.ts"
import { under } from "./settled.ts"

const users = under("Users, roles")
const invites = under("Invites")
const budgets = under("Budgets")
const members = under("Budget members")
const owners = under("Budget owners")
const topups = under("Topups")
const transactions = under("Transactions (`/v2`)")
const statements = under("Statements and balances")
const fields = under("Custom fields")
const codes = under("Accounting codes, categories, tax rates")
const finer = under("5. Finer points (settled)")

/** Rules of the settlement for each resource, and its finer points. */
export const resourceConventions = requirementsOf("conventions", [
  users("user-fields", {
    sentence:
      "User also carries `payment_types` (array of `bills|cards|reimbursements`), `out_of_office_mode` (boolean), `out_of_office_start_date`, `out_of_office_end_date` (date or null, both inclusive), `delegate_approver` (user id or null).",
    sent: "Users are read.",
    accepted: "Those fields, and the payment types of the specification.",
  }),
  users("user-rules", {
    sentence:
      "Rules, each a 400: the role belongs to the business and grants nothing that the caller lacks (403 `role_exceeds_yours`, for invites too); mode `true` needs both dates; end not before start; `delegate_approver` is another active user of the business whose own out-of-office period does not overlap; `expense_delegate` replaces the whole set, at most 3, no repeats, not oneself, active users of the business, never chained (an assistant has no assistants; one who has assistants is nobody's); refused with `feature_unavailable` when the business lacks the feature.",
    sent: "Changes of a user against each of the rules, deleted users, a role above the caller's.",
    accepted: "400, or 403 for the higher role, and the user is unchanged.",
  }),
  users("user-removal", {
    sentence:
      "Refused when the user is the only active owner of a budget (`last_budget_owner`), naming the budgets.",
    sent: "The only owner of a budget is deleted.",
    accepted: "400 with that code, and the user is unchanged.",
  }),
  users("user-leaves", {
    sentence:
      "Ends memberships and ownerships (`is_deleted`), leaves every delegation, cancels pending topups that the user requested.",
    sent: "A user with all of them is deleted.",
    accepted: "None of them is left.",
  }),
  invites("invite-twice", {
    sentence:
      "A second pending invite for an address: 400 `invite_exists`; an address of an active user: 400 `user_exists`; repeated payment types: 400.",
    sent: "Each of them.",
    accepted: "400 with that code.",
  }),
  invites("invite-accepted", {
    sentence: "an accepted one is 400 `invite_already_accepted`.",
    sent: "An invite that was accepted is cancelled.",
    accepted: "400 with that code.",
  }),
  invites("invite-cancelled", {
    sentence:
      "Cancelling an invite ends the memberships and ownerships that hang on it; refused when it is the only active owner of a budget.",
    sent: "An invite that is a member and an owner is cancelled; one that is the only owner.",
    accepted: "204 and both ended; 400.",
  }),
  budgets("new-budget", {
    sentence: "A new budget has `available_amount` = `reset_amount`, `spent_amount` = 0.",
    sent: "A budget is created.",
    accepted: "Those amounts.",
  }),
  budgets("budget-rules", {
    sentence:
      "A member is `{user:{id}}` or `{invite:{id}}`, exactly one, plus `reset_amount` when and only when `has_member_limits` is true; the members' sum equals the budget's `reset_amount`.",
    sent: "Budgets against each of the rules.",
    accepted: "400, and no budget.",
  }),
  budgets("pooling", {
    sentence:
      "Toggling `has_member_limits` false→true splits `reset_amount` and `available_amount` equally over active members in minor units, the odd cents going to the earliest members; true→false pools them.",
    sent: "Budgets of 100.00 and three members, of which 100.00 and 50.01 are left, are split.",
    accepted: "33.34, 33.33 and 33.33; then 100.00.",
  }),
  budgets("periods", {
    sentence:
      "**Periods** are in UTC and half-open inside; on the wire `current_period_end` is the period's last millisecond. DAILY: a day. WEEKLY: Monday to Sunday. FORTNIGHTLY: two such weeks, counted from the week in which the budget was created. MONTHLY, QUARTERLY (January, April, July, October), ANNUALLY (1 January), JULY_FINANCIAL_YEAR, APRIL_FINANCIAL_YEAR as named. NEVER: both ends null.",
    sent: "Budgets of every period are read.",
    accepted: "The period of that kind that contains the time of the answer.",
  }),
  budgets("reset", {
    sentence:
      "`spent_amount` becomes 0; `available_amount` becomes `reset_amount`, or with `rollover_funds` what was left (also a deficit) plus `reset_amount`. Members with limits reset alike.",
    sent: "Budgets are topped up or overspent; the clock is set after the end of their period.",
    accepted: "The new period, and those amounts for each that ended.",
  }),
  budgets("budget-filters", {
    sentence: "`GET /budgets` list; filters `is_deleted`, `budget_type`, `has_member_limits`.",
    sent: "Each of the filters, with each of its values, and all of them at once.",
    accepted: "The budgets of the specification that match.",
  }),
  budgets("budget-removal", {
    sentence:
      "`DELETE /budgets/{budget_id}` → 204; ends members and owners, cancels pending topups.",
    sent: "A budget with members, owners and a pending topup is deleted.",
    accepted: "They are deleted, the topup CANCELLED.",
  }),
  members("member-rules", {
    sentence:
      "the last member stays (`last_budget_member`). Adding someone removed earlier reinstates the record; someone active: 400 `already_member`.",
    sent: "Each of them.",
    accepted: "400 with that code; the record is unchanged.",
  }),
  members("member-amounts", {
    sentence:
      "With member limits: adding raises the budget's `reset_amount` and `available_amount` by the member's; removing lowers them by the member's `reset_amount` and remaining `available_amount`; PATCH moves the budget's `reset_amount` by the difference and no balance.",
    sent: "A member of a budget with limits is added, changed and removed.",
    accepted: "Those amounts after each step.",
  }),
  owners("owner-rules", {
    sentence:
      "Someone already active: 400 `already_owner`. The last active one stays: 400 `last_budget_owner`, also under concurrent removals.",
    sent: "Each of them.",
    accepted: "400 with that code.",
  }),
  topups("topup-fields", {
    sentence:
      "Topup: `id`, `amount`, `description`, `status` (`APPROVED|PENDING|DECLINED|CANCELLED`), `requested_by`, `actioned_by` (SubUser or null), `actioned_on` (or null), `created`, `updated`.",
    sent: "A topup is created; others are approved and declined.",
    accepted: "Those fields; APPROVED, requested by the token's user.",
  }),
  topups("topup-refusals", {
    sentence:
      "A negative one below zero available: 400 `insufficient_funds`, at creation and again at approval. Wrong kind: `topup_needs_member` / `topup_needs_budget`, 400.",
    sent: "Each of them.",
    accepted: "400 with that code, and no topup.",
  }),
  topups("asked-approval", {
    sentence: "`auto_approve: false` always asks for approval.",
    sent: "A topup with it that no policy covers.",
    accepted: "PENDING, and nothing moved.",
  }),
  topups("topup-approval", {
    sentence:
      "Extension: `POST …/topups/{topup_id}/approve`, `/decline`, `/cancel` (budget and member forms) → 200 the topup.",
    sent: "Topups pending under a policy are approved, declined and cancelled, each twice.",
    accepted: "200, and only the approved one moves money; then 400 `topup_not_pending`.",
  }),
  transactions("transaction-filters", {
    sentence:
      "Extension filters on the list: `updated_after` (date-time, exclusive), `user_id`, `budget_id`, `transaction_type` (repeatable).",
    sent: "Each of them, every two of them, one with each order; updated_after in another zone.",
    accepted: "The transactions of the specification that match; 400 for another zone, too.",
  }),
  transactions("min-after-max", {
    sentence: "min after max: 400.",
    sent: "Bounds in the wrong order.",
    accepted: "400.",
  }),
  transactions("expense-status", {
    sentence:
      "`expense_status` is derived when the expense is recorded or changed (later changes of settings: section 6): COMPLETE when there is a receipt (card transactions, bills, reimbursements), the line items add up to the amount, each has an enabled category that is visible on the budget, and each custom field linked to the budget (not manager-only) has a value, of a LIST one the text of an option of that field; deposits, transfers, charges and credits are always complete.",
    sent: "All transactions are read.",
    accepted: "The status in the specification of each.",
  }),
  transactions("line-item-category", {
    sentence: "LineItemCategory: `id`, `name`, `code` (the mapped accounting code, or null).",
    sent: "All transactions are read.",
    accepted: "For each line item, the category of the specification, with its code.",
  }),
  statements("statement-refusals", {
    sentence:
      "`GET /statements` query: `start_date`, `end_date` (required, inclusive), `currency` (optional, default the business's own), paging. Start after end: 400.",
    sent: "Statements without a bound, and with the later bound first.",
    accepted: "400.",
  }),
  statements("balance-shape", {
    sentence:
      "`GET /balance`: a bare array of `{currency, balance}`, ordered by currency; it includes holds. Always equal to the closing balance of today's daily balance.",
    sent: "Balances, and statements of today.",
    accepted: "The array in that order; the same balances.",
  }),
  fields("field-rules", {
    sentence:
      "Create: `name` (unique in the business, case-insensitively), `field_type`, `budget_setting` (default `ALL_CURRENT_AND_NEW`).",
    sent: "A field without a setting, and another of its name in another case.",
    accepted: "That default; 400.",
  }),
  fields("option-rules", {
    sentence:
      "Options: `GET|POST …/options`, `PATCH|DELETE …/options/{option_id}`: `{id, text, enabled, created, updated}`; text unique in its field. POST: LIST fields only, not an integration's.",
    sent: "Options of a list, twice the same; of a field of free text; of an integration's.",
    accepted: "Those fields; 400.",
  }),
  fields("type-change", {
    sentence: "A type change is refused while options or recorded values exist.",
    sent: "The type of a field with options, and of one without.",
    accepted: "400; 200.",
  }),
  fields("link-rules", {
    sentence:
      'Links: `GET|POST …/budgets` (`{"budget": id}` → 201 `{id, name}`), `DELETE …/budgets/{budget_id}` → 204; only under `SOME`.',
    sent: "A link under SOME, and under each other setting.",
    accepted: "201 with id and name; 400.",
  }),
  codes("code-upsert", {
    sentence:
      "`POST /accounting-codes` (upsert by `code`: 201 when new, 200 when renamed or restored, same id)",
    sent: "A code is created, created under another name, deleted and created again.",
    accepted: "Those statuses and one id.",
  }),
  codes("integration-managed", {
    sentence: "A connected integration: 400 `integration_managed`.",
    sent: "A code is created, and one deleted, under a connected integration.",
    accepted: "400 with that code.",
  }),
  codes("category-rules", {
    sentence:
      "Custom: `name`, `accounting_code_id` change, `enabled` is refused. System: only `enabled` changes, and it cannot be deleted.",
    sent: "Allowed and forbidden changes of both kinds of category.",
    accepted: "200; 400, and the category is unchanged.",
  }),
  finer("permissions", {
    sentence:
      "the resource of the path; the by-user listing needs `budget_members`; approve, decline and cancel need `topups` `update`; events need `audit`; options and links need `custom_fields`; GET `read`, POST `create`, PATCH and PUT `update`, DELETE `delete`.",
    sent: "Every operation, and what is beside them, with tokens of every role.",
    accepted: "403 where the role lacks the permission, and nowhere else.",
  }),
  finer("is-deleted", {
    sentence:
      "accepted by users, budgets, budget members (both listings), budget owners; elsewhere an unknown parameter.",
    sent: "`is_deleted` to every list.",
    accepted: "Records of that kind only, and together all; 400 elsewhere.",
  }),
  finer("unknown-reference", {
    sentence:
      "400 with a pointer (`unknown_user`, `unknown_role`, `unknown_budget`, `unknown_category`, …), the same for both.",
    sent: "Bodies that refer to unknown records, and to records of another business.",
    accepted: "400 with that code and pointer, the same for both.",
  }),
  finer("unknown-currency", {
    sentence: "a currency without a wallet: 400 `unknown_currency`.",
    sent: "A statement in a currency that the business does not hold.",
    accepted: "400 with that code.",
  }),
  finer("idempotency-quoted", {
    sentence: 'only success (2xx) is remembered; bare `k` and quoted `"k"` are one key.',
    sent: "One topup under a bare and a quoted key; a refused one, then a corrected one.",
    accepted: "One effect; success.",
  }),
  finer("line-breaks", {
    sentence: "CR LF and CR become LF.",
    sent: "A description with each kind of line break.",
    accepted: "Line feeds.",
  }),
])
