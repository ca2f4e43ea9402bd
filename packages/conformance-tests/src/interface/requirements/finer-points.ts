import { requirementsOf } from "../requirement.ts"
import { under } from "./settled.ts"

const finer = under("5. Finer points (settled)")
const budgets = under("Budgets")
const members = under("Budget members")
const topups = under("Topups")
const catalogue = under("Accounting codes, categories, tax rates")

/** Rules of the settlement in addition to those of each resource. */
export const finerPoints = requirementsOf("conventions", [
  topups("policies", {
    sentence: "Extension: `GET|POST /policies`, `GET|PATCH|DELETE /policies/{policy_id}`",
    sent: "A policy is created, listed, changed and deleted, with a topup after each step.",
    accepted: "It shows each of its fields; topups are pending while it covers them.",
  }),
  finer("auto-approve", {
    sentence: "honoured for a token with the Admin role, else the topup stays PENDING.",
    sent: "A topup with `auto_approve: true` under a policy, by an Admin and by a Manager.",
    accepted: "APPROVED; PENDING.",
  }),
  finer("not-an-approver", {
    sentence: "403 `not_an_approver`.",
    sent: "A Manager who does not own the budget approves, declines and cancels a topup.",
    accepted: "403 with that code.",
  }),
  finer("nobody-requests", {
    sentence: '`requested_by` is null; for "never the requester" the token is its own person.',
    sent: "A topup by a token without a user, which then approves it; another token approves it.",
    accepted: "`requested_by` null; 403; success.",
  }),
  finer("tokens-end", {
    sentence: "A user's tokens are revoked when the user is deleted.",
    sent: "A user is deleted; a token that acts for them sends a request.",
    accepted: "401.",
  }),
  finer("manager-only", {
    sentence: "`is_manager_only` equal to what is there is taken; another is 400.",
    sent: "Both, to a custom field.",
    accepted: "Success; 400.",
  }),
  members("member-filter", {
    sentence: "`GET …/members` list; filters `is_deleted`, `user_id`.",
    sent: "The members of a budget by a user.",
    accepted: "Only the membership of that user.",
  }),
  members("member-change", {
    sentence: "only with member limits and a period other than NEVER.",
    sent: "Another `reset_amount` for a member with a limit, without one, and of a NEVER budget.",
    accepted: "Success; 400; 400.",
  }),
  under("What people may as themselves")("value-names", {
    sentence:
      "it shows the field's present name, and after the field is deleted the name that it last had; so does a line item's category.",
    sent: "The field of a value gets another name, and is deleted. A category: `complete-stays`.",
    accepted: "The value shows the new name, then and afterwards.",
  }),
  budgets("budget-elements", {
    sentence:
      "Elements of `categories`: `{id, name}`. Elements of `custom_fields`: `{id, name, allow_options}`, where `allow_options` is null (no restriction; always so for FREE_TEXT) or the option ids selectable on this budget.",
    sent: "A budget with a category, a list of which one option is allowed, and free text.",
    accepted: "Each with its name; that option; null for free text.",
  }),
  under("Users, roles")("sub-user", {
    sentence: "the whole object is null when there is no such user.",
    sent: "A pending topup without a requester; a transaction without a user.",
    accepted: "`requested_by`, `actioned_by`, `user`: null.",
  }),
  under("Invites")("invite-becomes-user", {
    sentence: "every membership and ownership keeps its id and shows `user` instead of `invite`.",
    sent: "An invite that is a member and an owner is accepted.",
    accepted: "Both have their ids, the new user, and no invite.",
  }),
  under("Custom fields")("field-values-stay", {
    sentence: "Delete removes options and links; values already recorded on transactions stay.",
    sent: "A field with options, a linked budget and a recorded value is deleted.",
    accepted:
      "Its options are 404, the budget no longer lists it, and the transaction shows its value.",
  }),
  finer("budget-links", {
    sentence:
      "replaces the links of fields under SOME; a field under ALL stays linked, only its `allow_options` is taken",
    sent: "`custom_fields` of a budget without a field under ALL, without one under SOME, and empty.",
    accepted: "The field under ALL is always there; those under SOME are exactly the ones sent.",
  }),
  finer("empty-statement", {
    sentence:
      "No day in range: `count` 0, and both balances what the wallet held then (0 before it existed).",
    sent: "Statements of a day long before the wallet, and of one in the far future.",
    accepted: "No day; 0 for the first, and for the other what the wallet holds.",
  }),
  catalogue("category-filters", {
    sentence: "`GET` (filter `custom`)",
    sent: "Categories with `custom=true`, with `custom=false`, and without it.",
    accepted: "The custom ones, the others, and all of them.",
  }),
  under("1. Conventions (settled)")("tenants-beside", {
    sentence: "Nothing about another business can be learnt from any answer.",
    sent: "Policies, exports and their files, periods and categories of another business.",
    accepted: "404.",
  }),
  budgets("new-cadence", {
    sentence:
      "A new `reset_period` puts the budget in the period of that cadence that contains now; amounts stay.",
    sent: "A topup; then another `reset_period`, five times.",
    accepted: "A period of that length, or none; what is available stays.",
  }),
  budgets("budget-changes", {
    sentence:
      "any of name, reset_amount, reset_period, has_member_limits, rollover_funds, limit_categories, categories, custom_fields.",
    sent: "`rollover_funds`, `limit_categories` with a category, and without.",
    accepted: "The budget shows what was set last, and no categories without the limit.",
  }),
])
