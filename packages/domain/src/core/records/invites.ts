import { Schema } from "effect"
import {
  choice,
  client_id,
  email,
  flag,
  integerId,
  internal,
  listOf,
  shown,
  text,
  times,
  uuid,
} from "../fields.ts"
import { type PaymentType, paymentTypes } from "./users.ts"

/** "An invite exists until the recipient accepts it; the invitee then appears as a user." */
export const Invite = Schema.Struct({
  client_id,
  id: integerId("Id of the invite."),
  email: email("E-mail address of the invitee."),
  role_id: uuid("Id of the role that the user will have."),
  payment_types: listOf(choice(paymentTypes), "Payment types of the user."),
  used: flag("True if the invite was accepted."),
  /** Cancelled invites are stored but never listed. */
  is_cancelled: internal(flag("True if the invite was cancelled.")),
  ...times,
}).annotate({
  identifier: "Invite",
  description: "Invite sent to a person by e-mail; pending until it is accepted.",
})
export interface Invite extends Schema.Schema.Type<typeof Invite> {}

/** An invite as the interface shows it, with the name of its role. */
export const InviteRecord = shown(Invite, { role: text("Name of the role.") })
export interface InviteRecord extends Schema.Schema.Type<typeof InviteRecord> {}

export interface InviteKey {
  readonly client_id: number
  readonly invite_id: number
}

export interface CreateInvite {
  readonly email: string
  /** "Must belong to the business." */
  readonly role_id: string
  /** At least one, without duplicates. */
  readonly payment_types: ReadonlyArray<PaymentType>
}

/** Fields that the invitee enters on acceptance. The others come from the invite. */
export interface AcceptInvite {
  readonly first_name: string
  readonly last_name: string
}
