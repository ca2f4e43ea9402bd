import { InviteRecord, paymentTypes } from "@outlay/domain/fields"
import { InviteAlreadyAccepted, InviteExists } from "@outlay/domain/rules"
import { Schema } from "effect"
import { lastBudgetOwner } from "./budget-owners.ts"
import { userExists } from "./operator/users.ts"
import { invite } from "./people.ts"
import { roleExceedsYours } from "./roles.ts"
import { bodyOf } from "./shared/body.ts"
import { says } from "./shared/code.ts"
import { endpoint, none, one, pageOf } from "./shared/endpoint.ts"
import { client_id, integerId } from "./shared/path.ts"
import { notFound, problem, unknownReference } from "./shared/problem.ts"
import { page } from "./shared/query.ts"
import { Email, nonEmptyList, Uuid } from "./shared/text.ts"
import * as value from "./shared/values.ts"

export const CreateInvite = bodyOf(InviteRecord, {
  email: Email,
  role_id: Uuid,
  payment_types: nonEmptyList(Schema.Literals(paymentTypes)).check(
    Schema.isUnique(says("not_unique", "The list must not have duplicate items.")),
  ),
}).annotate({
  identifier: "CreateInvite",
  description: "Invitee, role and payment types.",
  examples: [
    {
      email: "sam@example.com",
      role_id: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b3c",
      payment_types: ["cards"],
    },
  ] as never,
})

export const inviteExists = problem(InviteExists, "The e-mail address has a pending invite", {
  values: { invite_id: value.id },
})
export const inviteAlreadyAccepted = problem(
  InviteAlreadyAccepted,
  "The invite is already accepted",
  { values: { invite_id: value.id } },
)

const all = "/v1/businesses/{client_id}/invites"
export const invite_id = integerId("Id of the invite.")

export const invites = {
  list: endpoint({
    operation: "invites.list",
    method: "GET",
    path: all,
    access: { resource: "invites", action: "read" },
    summary: "List invites",
    description: "Returns the pending and accepted invites of the business, oldest first.",
    params: { client_id },
    query: page,
    success: pageOf(invite),
    problems: [],
  }),
  create: endpoint({
    operation: "invites.create",
    method: "POST",
    path: all,
    access: { resource: "invites", action: "create" },
    summary: "Invite a person",
    description:
      "Sends an invite by e-mail. The role cannot exceed the caller's permissions. The invitee can be a member and owner of budgets immediately.",
    params: { client_id },
    body: CreateInvite,
    success: one(invite, 201),
    problems: [notFound, unknownReference, roleExceedsYours, userExists, inviteExists],
  }),
  cancel: endpoint({
    operation: "invites.cancel",
    method: "DELETE",
    path: "/v1/businesses/{client_id}/invites/{invite_id}",
    access: { resource: "invites", action: "delete" },
    summary: "Cancel an invite",
    description:
      "Ends the memberships and ownerships of the invitee. Refused for the only active owner of a budget.",
    params: { client_id, invite_id },
    success: none,
    problems: [notFound, inviteAlreadyAccepted, lastBudgetOwner],
  }),
}
