import { InviteAlreadyAccepted, InviteExists, InviteRecord, paymentTypes } from "@outlay/domain"
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

export const CreateInvite = bodyOf(InviteRecord, {
  email: Email,
  role_id: Uuid,
  payment_types: nonEmptyList(Schema.Literals(paymentTypes)).check(
    Schema.isUnique(says("not_unique", "The list may name nothing twice.")),
  ),
}).annotate({
  identifier: "CreateInvite",
  description: "Whom to invite, with which role and which ways to pay.",
  examples: [
    {
      email: "sam@example.com",
      role_id: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b3c",
      payment_types: ["cards"],
    },
  ] as never,
})

export const inviteExists = problem(InviteExists, {
  status: 400,
  title: "The address has a pending invite",
})
export const inviteAlreadyAccepted = problem(InviteAlreadyAccepted, {
  status: 400,
  title: "The invite is accepted",
})

const all = "/v1/businesses/{client_id}/invites"
export const invite_id = integerId("The id of the invite.")

export const invites = {
  list: endpoint({
    operation: "invites.list",
    method: "GET",
    path: all,
    access: { resource: "invites", action: "read" },
    summary: "List invites",
    description: "The pending and the accepted invites of the business, the oldest first.",
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
      "Sends an invite by e-mail, with a role that permits nothing beyond the caller's. The person can be a member and an owner of budgets at once.",
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
      "Ends the memberships and ownerships that hang on it. Refused for the only active owner of a budget.",
    params: { client_id, invite_id },
    success: none,
    problems: [notFound, inviteAlreadyAccepted, lastBudgetOwner],
  }),
}
