import { requirementsOf } from "../requirement.ts"
import { under } from "./settled.ts"

const conventional = under("1. Conventions (settled)")
const users = under("Users, roles")
const invites = under("Invites")
const budgets = under("Budgets")
const members = under("Budget members")
const topups = under("Topups")
const statements = under("Statements and balances")
const fields = under("Custom fields")
const codes = under("Accounting codes, categories, tax rates")
const finer = under("5. Finer points (settled)")

/**
 * Rules of the settlement that are tested exactly at their bounds, or that have effects elsewhere.
 */
export const settledBounds = requirementsOf("conventions", [
  conventional("amount-bound", {
    sentence: "Bound: ±9 999 999 999.99",
    sent: "A topup of the largest amount, and one of the smallest.",
    accepted: "Success; the available amount changes by exactly that amount.",
  }),
  conventional("description-length", {
    sentence: "description 500",
    sent: "A topup with 250 letters beyond the first plane, and with 501 of them.",
    accepted: "Success, with every letter; 400 `too_long`.",
  }),
  users("assistants", {
    sentence: "`expense_delegate` replaces the whole set, at most 3, no repeats, not oneself,",
    sent: "Three assistants, then four, then another one alone.",
    accepted: "Success; 400, and the three are unchanged; success, with only that one.",
  }),
  users("delegate-overlap", {
    sentence: "whose own out-of-office period does not overlap",
    sent: "A delegate whose absence shares its first or last day, or is next to it.",
    accepted: "400 for a shared day; success otherwise.",
  }),
  invites("invite-ids", {
    sentence: "the id is the integer, or the same digits as a string.",
    sent: "Budgets with the same invite as an owner, written both ways.",
    accepted: "201.",
  }),
  invites("invites-listed", {
    sentence: "`GET /invites` list: pending and accepted, not cancelled.",
    sent: "A pending invite is listed, cancelled and listed again.",
    accepted: "It is listed at first, and not afterwards.",
  }),
  budgets("person-twice", {
    sentence: "The same person twice: 400.",
    sent: "A budget with one person twice among its members, or its owners.",
    accepted: "400.",
  }),
  budgets("reset-amount-later", {
    sentence: "A new `reset_amount` counts from the next reset; `available_amount` is not touched.",
    sent: "A budget without member limits gets another `reset_amount`.",
    accepted: "The new one is shown; `available_amount` stays.",
  }),
  budgets("member-sum", {
    sentence:
      "With member limits the budget's `reset_amount` is the members' sum and cannot be set alone (400 `reset_amount_is_member_sum`).",
    sent: "A budget with member limits gets another `reset_amount`.",
    accepted: "400 with that code.",
  }),
  members("pooled-member", {
    sentence:
      "Without member limits a member shows the budget's `available_amount` and `reset_amount`, and its own `spent_amount`.",
    sent: "The members of a pooled budget, before and after a topup.",
    accepted: "The amounts of the budget, and nothing spent.",
  }),
  topups("topup-amount", {
    sentence: "`amount` (not 0; positive adds, negative takes away)",
    sent: "Topups of 0 and of a cent in each direction.",
    accepted: "400; success.",
  }),
  topups("member-topup", {
    sentence: "With member limits a member topup moves the budget's `available_amount` alike.",
    sent: "A topup of a member.",
    accepted: "The budget's available amount rises by the same amount.",
  }),
  topups("policy-bound", {
    sentence:
      "A topup needs approval when any policy covers its budget and its amount is above the bound.",
    sent: "Topups a cent below the bound, at it, and a cent above.",
    accepted: "APPROVED, APPROVED, PENDING.",
  }),
  topups("taking-away", {
    sentence: "Taking money away never needs approval.",
    sent: "A negative topup of more than the bound.",
    accepted: "APPROVED.",
  }),
  statements("statement-balances", {
    sentence:
      "Statement `opening_balance` / `closing_balance` are those of the whole period, whichever page is read.",
    sent: "Pages of one statement, also past its end.",
    accepted: "The balances of the whole.",
  }),
  fields("field-settings", {
    sentence:
      "Turning to ALL links every current and later budget, to NONE unlinks all, to SOME keeps what is linked.",
    sent: "A field's setting is changed from one value to the next.",
    accepted: "A budget has the field or not, as the setting says.",
  }),
  codes("code-mappings", {
    sentence: "`DELETE /accounting-codes/{id}` → 204, clears category mappings.",
    sent: "A code that a category has is deleted.",
    accepted: "The category has no code.",
  }),
  codes("category-leaves", {
    sentence: "A deleted category leaves budgets; recorded line items keep its name.",
    sent: "A category that a budget is limited to is deleted.",
    accepted: "The budget no longer shows it.",
  }),
  finer("gone-by-id", {
    sentence: "gone: not listed, 404 by id.",
    sent: "A custom field is deleted.",
    accepted: "404 by its id; it is not listed.",
  }),
])
