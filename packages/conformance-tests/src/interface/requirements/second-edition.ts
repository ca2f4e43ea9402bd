import { requirementsOf } from "../requirement.ts"
import { under } from "./settled.ts"

const periods = under("Periods, and what comes late")
const expenses = under("What people may as themselves")
const policies = under("Policies cover what raises funds")
const small = under("Small things")
const events = under("3. Events (extension)")
const finer = under("5. Finer points (settled)")

/** Additions in the second edition of the settlement. */
export const secondEdition = requirementsOf("conventions", [
  events("event-chain", {
    sentence:
      "`sequence` (1, 2, 3, … in the business, without gaps, in the order of commit), `hash` (SHA-256, hex, over the event's other fields in a documented canonical form and the `hash` of the one before; the first takes 64 zeros).",
    sent: "Events are listed, listed again, and by each filter; a topup and a change are among them.",
    accepted: "Numbers without a gap, the same ones after it, and a hash of its own for each.",
  }),
  events("event-types", {
    sentence: "an unknown one in a filter or a webhook is 400 `unknown_event_type`",
    sent: "The list of events and a webhook, with an unknown type.",
    accepted: "400 with that code.",
  }),
  periods("late-movement", {
    sentence:
      "Where each reset since then rolled funds over, the current `available_amount`, of the member too, moves by the same amount; from the first reset that did not, nothing later changes. The current `spent_amount` never changes by it.",
    sent: "A charge of the previous period is recorded, and refunded.",
    accepted:
      "The available amount of a budget with rollover changes, and its member's; all others stay.",
  }),
  periods("periods-list", {
    sentence:
      "opening + topped up + moved − spent = closing, of the current period what is available now; `restated` is a boolean.",
    sent: "The periods of a budget of which the first was restated are listed.",
    accepted: "The newest first, numbered, adding up; the first restated.",
  }),
  periods("period-numbers", {
    sentence: "a reset begins the next number, a change of cadence does not.",
    sent: "The periods of a new budget, after another `reset_period`, and after a reset.",
    accepted: "1; still 1; 2.",
  }),
  finer("reset-events", {
    sentence: "one event for each period that ended, with its closing amounts.",
    sent: "Four periods end without any request.",
    accepted: "Four events `budget.period_reset`; the first shows what the period closed with.",
  }),
  expenses("complete-stays", {
    sentence:
      "an expense that became COMPLETE stays so whatever settings change later, and is judged again when it itself changes",
    sent: "The category of a complete expense is deleted; another loses its receipt and its lines.",
    accepted: "The expense is complete, and its line item shows the category's name.",
  }),
  expenses("me", {
    sentence:
      "the business, the user (or null), role, permissions, what they own, belong to, assist and approve for",
    sent: "`GET /me` with the token of an owner, of a user without a budget, and without a user.",
    accepted:
      "Business, user, role and permissions; the budgets of the owner, and no others; null without a user.",
  }),
  expenses("me-changes", {
    sentence: "`PATCH /me` `{display_name, out_of_office_mode, …, delegate_approver}`",
    sent: "The caller's own name and absence; what PATCH of a user refuses; a token without a user.",
    accepted: "200 and the name everywhere; 400 and nothing changed; 403 without a user.",
  }),
  expenses("waiting-topups", {
    sentence:
      "all topups of the business that the caller may see or decide, with `budget`, `member` and `can_decide`",
    sent: "`GET /topups?status=PENDING`, by an Admin, by the requester, by an owner and by others.",
    accepted: "Those that each may see, with budget and member; `can_decide` if they may approve.",
  }),
  expenses("receipt-filter", {
    sentence: "`has_receipt`",
    sent: "The list of transactions by receipt, alone and with another filter.",
    accepted: "Exactly those with a receipt, or without one.",
  }),
  expenses("merchant-and-amount-filters", {
    sentence: "`search` (merchant, case folded), `min_amount`, `max_amount` (magnitudes)",
    sent: "The list of transactions by part of a merchant's name, by bounds, and by both.",
    accepted:
      "Exactly those, both debits and credits; 400 for an empty text or an invalid amount; 400 or nothing for bounds with nothing between them.",
  }),
  policies("needs-approval", {
    sentence:
      "a raised `reset_amount` whose new amount is above the bound (and above the old one) is 403 `needs_approval` for a caller who may not approve for that budget; for a new budget only an Admin may.",
    sent: "A Manager who does not own a budget raises and lowers it, and creates one.",
    accepted: "403 with that code above the bound; success if nothing is raised above it.",
  }),
  small("no-difference", {
    sentence: "`PATCH` with nothing that differs changes nothing: no event, no new `updated`.",
    sent: "A budget is given its current name, and a user the current payment types.",
    accepted: "200 with the same `updated`, and no event.",
  }),
  small("approved-at-once", {
    sentence: "A topup that is approved at once tells `topup.created` and `topup.approved`.",
    sent: "A topup without a policy.",
    accepted: "One event of each type.",
  }),
])
