import { requirementsOf } from "../requirement.ts"
import { derived, stated } from "./row.ts"

const invite = "Invite"
const gaps = "Operation groups whose methods, paths and bodies are not shown"
const rules = "States and transitions"
const request =
  "Invite creation request: `email` (string, email, required), `role_id` (string uuid, required, must belong to the business), `payment_types` (array of the three values above, required, at least 1 item)."
const refused = "It is refused, and no invite comes of it."

export const invites = requirementsOf("invites", [
  stated("invites.fields", invite, {
    sentence: "| created | string date-time | |",
    sent: "An invite is created, and the invites are listed.",
    accepted: "Every field of the table, of its type.",
  }),
  stated("invites.email", invite, {
    sentence: "Address the invite was sent to.",
    sent: "An invite is created.",
    accepted: "It is listed with the address that was sent.",
  }),
  derived("invites.role", invite, {
    sentence: "Role name.",
    sent: "An invite is created with the role of a user.",
    accepted: "`role_id` is the one sent, and `role` its name: the one that users of it show.",
  }),
  stated("invites.payment-types", invite, {
    sentence: "Each one of `bills`, `cards`, `reimbursements`.",
    sent: "Invites are created with each payment type, and with all.",
    accepted: "Each is accepted, and listed with those payment types.",
  }),
  stated("invites.used", invite, {
    sentence: "Whether the invite has been accepted.",
    sent: "An invite is created and accepted.",
    accepted: "`used` is false before; afterwards it is true where the invite is still listed.",
  }),
  stated("invites.exists-until", invite, {
    sentence:
      "An invite exists until the recipient accepts it; the invitee then appears as a user.",
    sent: "An invite is created and accepted.",
    accepted:
      "Before, no user has its address; afterwards exactly one has, with the invite's role.",
  }),
  stated("invites.create", gaps, {
    sentence:
      "create (body as in Invite creation request), list (envelope with results of Invite), cancel a pending invite by `invite_id`",
    sent: "An invite with every field of the request.",
    accepted: "It is accepted, and listed once, under an id of its own.",
  }),
  stated("invites.list", gaps, {
    sentence:
      "create (body as in Invite creation request), list (envelope with results of Invite), cancel a pending invite by `invite_id`",
    sent: "The invites of a business with known pending ones.",
    accepted: "The list's envelope, and each of them once.",
  }),
  stated("invites.cancel", gaps, {
    sentence:
      "create (body as in Invite creation request), list (envelope with results of Invite), cancel a pending invite by `invite_id`",
    sent: "DELETE of a pending invite among others.",
    accepted: "It is accepted; the invite is no longer listed, and the others are.",
  }),
  stated("invites.request.email", invite, {
    sentence: request,
    sent: "An invite without `email`, and with one that is no address.",
    accepted: refused,
  }),
  stated("invites.request.role", invite, {
    sentence: request,
    sent: "An invite without `role_id`, and with one that is no uuid.",
    accepted: refused,
  }),
  stated("invites.request.payment-types", invite, {
    sentence: request,
    sent: "An invite without `payment_types`, and with one that is none of the three values.",
    accepted: refused,
  }),
  stated("invites.stays", rules, {
    sentence:
      "An invite stays listed as an invite until accepted; once accepted the invitee appears among users.",
    sent: "An invite is listed again and again while others are created, cancelled and accepted.",
    accepted: "It is listed all the while.",
  }),
  stated("invites.accepted", rules, {
    sentence:
      "An invite stays listed as an invite until accepted; once accepted the invitee appears among users.",
    sent: "An invite is accepted.",
    accepted: "It is not listed as pending any more, and the list of users has the invitee.",
  }),
  stated("invites.states", rules, {
    sentence: "| Invite | used | `false` (pending), `true` (accepted) |",
    sent: "The invites of a business with a pending and an accepted one.",
    accepted: "`used` is false for the pending; an accepted one says true, or is not listed.",
  }),
  stated("invites.no-payment-types", "Errors", {
    sentence:
      "an invite whose `payment_types` is empty or whose `role_id` does not belong to the business.",
    sent: "An invite with `payment_types` `[]`.",
    accepted: refused,
  }),
  stated("invites.foreign-role", "Errors", {
    sentence:
      "an invite whose `payment_types` is empty or whose `role_id` does not belong to the business.",
    sent: "An invite with a role of another business, and with an unknown uuid.",
    accepted: refused,
  }),
  stated("invites.payment-types-minimum", "Limits", {
    sentence: "| payment_types minimum | 1 item | invite creation |",
    sent: "Invites with no payment type, and with one.",
    accepted: "The first is refused; the second is accepted.",
  }),
])
