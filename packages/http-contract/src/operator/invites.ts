import { UserRecord } from "@outlay/domain/fields"
import { invite_id, inviteAlreadyAccepted } from "../invites.ts"
import { bodyOf } from "../shared/body.ts"
import { endpoint, one } from "../shared/endpoint.ts"
import { client_id } from "../shared/path.ts"
import { notFound } from "../shared/problem.ts"
import { text } from "../shared/text.ts"
import { user } from "../users.ts"
import { userExists } from "./users.ts"

export const AcceptInvite = bodyOf(UserRecord, {
  first_name: text(128, "Sam"),
  last_name: text(128, "Ito"),
}).annotate({
  identifier: "AcceptInvite",
  description: "Name of the invitee; e-mail address, role and payment types come from the invite.",
  examples: [{ first_name: "Sam", last_name: "Ito" }] as never,
})

export const operatorInvites = {
  accept: endpoint({
    operation: "invites.accept",
    method: "POST",
    path: "/operator/v1/businesses/{client_id}/invites/{invite_id}/accept",
    access: "operator",
    summary: "Accept an invite",
    description:
      "Turns the invitee into a user. Memberships and ownerships keep their ids and show the user.",
    params: { client_id, invite_id },
    body: AcceptInvite,
    success: one(user, 201),
    problems: [notFound, inviteAlreadyAccepted, userExists],
  }),
}
