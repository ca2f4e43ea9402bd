import type { SubUser as DomainSubUser, InviteRecord } from "@outlay/domain"
import { paymentTypes } from "@outlay/domain"
import { Schema } from "effect"

/**
 * "SubUser: `id`, `first_name`, `last_name`, `name`; the whole object is null when there is no such
 * user."
 */
export const SubUser = Schema.Struct({
  id: Schema.Int,
  first_name: Schema.String,
  last_name: Schema.String,
  name: Schema.String,
}).annotate({
  identifier: "SubUser",
  description: "A user, as other records mention it.",
  examples: [{ id: 12, first_name: "Ann", last_name: "Lee", name: "Ann Lee" }],
})

export const encodeSubUser = (user: DomainSubUser | null) =>
  user === null
    ? null
    : { id: user.id, first_name: user.first_name, last_name: user.last_name, name: user.name }

/** "An invite exists until the recipient accepts it; the invitee then appears as a user." */
export const Invite = Schema.Struct({
  id: Schema.Int,
  email: Schema.String,
  role_id: Schema.String,
  role: Schema.String,
  payment_types: Schema.Array(Schema.Literals(paymentTypes)),
  used: Schema.Boolean,
  created: Schema.String,
  updated: Schema.String,
}).annotate({
  identifier: "Invite",
  description: "An invitation of a person by e-mail, pending until it is accepted.",
  examples: [
    {
      id: 31,
      email: "sam@example.com",
      role_id: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b3c",
      role: "Team Member",
      payment_types: ["cards"],
      used: false,
      created: "2026-11-02T09:30:00.000Z",
      updated: "2026-11-02T09:30:00.000Z",
    },
  ],
})

export const encodeInvite = (invite: InviteRecord) => ({
  id: invite.id,
  email: invite.email,
  role_id: invite.role_id,
  role: invite.role,
  payment_types: invite.payment_types,
  used: invite.used,
  created: invite.created,
  updated: invite.updated,
})
